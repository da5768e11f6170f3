import { scriptProblems } from '@/features/scripts/messages.ts';
import { SCRIPT_MAX_BYTES } from '../../../shared/scripts/script-run.ts';
import type { PuppeteerScriptsRow } from '../../../shared/workspace/database.ts';

/** How long a script's name may be, in characters; the database holds every script to it. */
const SCRIPT_NAME_MAX_LENGTH = 200;

/** What of a script can be edited. */
export type ScriptText = { name: string; code: string };

/** A script in edit mode (§4): its text as it stands on the screen, and the row that it was read from. */
export type ScriptEdit = ScriptText & { base: PuppeteerScriptsRow };

/** Edit mode for a script as it was read. */
export function startEdit(row: PuppeteerScriptsRow): ScriptEdit {
  return { name: row.name, code: row.code, base: row };
}

/** Whether something would be lost without saving. */
export function isUnsaved({ name, code, base }: ScriptEdit): boolean {
  return name !== base.name || code !== base.code;
}

/** What is wrong with the name, in words for people, or undefined. */
export function nameProblem(name: string): string | undefined {
  if (!name.trim()) return scriptProblems.noName;
  // As the database counts: in code points, an emoji being one.
  if ([...name].length > SCRIPT_NAME_MAX_LENGTH) return scriptProblems.nameTooLong;
}

/** What keeps a script from being saved, in words for people, or undefined. */
export function saveProblem({ name, code }: ScriptText): string | undefined {
  if (new TextEncoder().encode(code).length > SCRIPT_MAX_BYTES) return scriptProblems.codeTooLong;
  return nameProblem(name);
}
