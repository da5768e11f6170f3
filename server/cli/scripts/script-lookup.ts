import type { SavedScript } from '../../../shared/scripts/script-library.ts';
import { AppError } from '../../errors.ts';
import { noSuchScript, severalScripts } from '../messages.ts';

/** The script of this id or name. AppError not_found for none, conflict with the ids when several have the name. */
export function findScript(scripts: readonly SavedScript[], wanted: string): SavedScript {
  const named = scripts.filter(({ id, name }) => id === wanted || name === wanted);
  const [found, ...others] = named;
  if (!found) throw new AppError('not_found', noSuchScript(wanted));
  if (others.length === 0) return found;
  throw new AppError(
    'conflict',
    severalScripts(
      wanted,
      named.map(({ id }) => id),
    ),
  );
}
