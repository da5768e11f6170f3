import type { SavedScript } from '../../../shared/scripts/script-library.ts';
import { AppError } from '../../errors.ts';
import { noSuchScript, severalScripts } from '../messages.ts';

/** Finds a script by id or name. AppError not_found if none has it, conflict with the ids if several have the name. */
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
