import { scriptProblems } from '@/features/scripts/messages.ts';
import { SCRIPT_MAX_BYTES } from '../../../shared/scripts/script-run.ts';
import type { PuppeteerScriptsRow } from '../../../shared/workspace/database.ts';

/** Maximum length of a script's name in characters, as in the database. */
const SCRIPT_NAME_MAX_LENGTH = 200;

/** The editable fields of a script. */
export type ScriptText = { name: string; code: string };

/** A script in edit mode (§4): its current text, and the row it is based on. */
export type ScriptEdit = ScriptText & { base: PuppeteerScriptsRow };

/** Edit mode for a loaded script. */
export function startEdit(row: PuppeteerScriptsRow): ScriptEdit {
  return { name: row.name, code: row.code, base: row };
}

/** Whether there are unsaved changes. */
export function isUnsaved({ name, code, base }: ScriptEdit): boolean {
  return name !== base.name || code !== base.code;
}

/** What is wrong with the name, or undefined. */
export function nameProblem(name: string): string | undefined {
  if (!name.trim()) return scriptProblems.noName;
  // Counts code points, as the database does.
  if ([...name].length > SCRIPT_NAME_MAX_LENGTH) return scriptProblems.nameTooLong;
}

/** Why a script cannot be saved, or undefined. */
export function saveProblem({ name, code }: ScriptText): string | undefined {
  if (new TextEncoder().encode(code).length > SCRIPT_MAX_BYTES) return scriptProblems.codeTooLong;
  return nameProblem(name);
}
