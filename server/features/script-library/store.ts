import type {
  NewScript,
  SavedScript,
  SavedScriptWithCode,
  ScriptChange,
} from '../../../shared/scripts/script-library.ts';
import { SCRIPT_MAX_BYTES } from '../../../shared/scripts/script-run.ts';
import type { PuppeteerScriptsRow } from '../../../shared/workspace/database.ts';
import { AppError } from '../../errors.ts';
import type { Client } from '../../supabase/connection.ts';
import { couldNot } from '../../supabase/could-not.ts';

/** All scripts without their code, newest first. AppError unavailable if Supabase fails, as for all functions here. */
export async function listScripts(admin: Client | null): Promise<SavedScript[]> {
  const { data, error } = await scripts(admin)
    .select('id, name, created_at, updated_at')
    .order('created_at', { ascending: false })
    .order('id');
  if (error) throw unavailable(error);
  return data.map(described);
}

export async function readScript(admin: Client | null, id: string): Promise<SavedScriptWithCode> {
  const { data, error } = await scripts(admin).select('*').eq('id', id).maybeSingle();
  if (error) throw unavailable(error);
  if (!data) throw new AppError('not_found', NO_SCRIPT);
  return withCode(data);
}

/** The author: a member's id, null for the agent token. */
type Author = { changedBy: string | null };

/** Saves a new script. AppError too_large over SCRIPT_MAX_BYTES, unavailable when Supabase fails. */
export async function addScript(
  admin: Client | null,
  { changedBy, ...script }: NewScript & Author,
): Promise<SavedScriptWithCode> {
  assertSize(script);
  const row = { ...script, changed_by: changedBy };
  const { data, error } = await scripts(admin).insert(row).select().single();
  if (error) throw unavailable(error);
  return withCode(data);
}

/**
 * Changes a script. `hasNewCode` is false if only its name has changed. AppError too_large like addScript, not_found
 * for an unknown id, conflict if the script was changed after `ifUpdatedAt`.
 */
export async function changeScript(
  admin: Client | null,
  id: string,
  { ifUpdatedAt, changedBy, ...change }: ScriptChange & Author,
): Promise<{ script: SavedScriptWithCode; hasNewCode: boolean }> {
  assertSize(change);
  const before = await readScript(admin, id);
  const update = scripts(admin)
    .update({ ...change, changed_by: changedBy })
    .eq('id', id);
  const { data, error } = await (ifUpdatedAt ? update.eq('updated_at', ifUpdatedAt) : update).select().maybeSingle();
  if (error) throw unavailable(error);
  if (data) return { script: withCode(data), hasNewCode: data.code !== before.code };
  await readScript(admin, id);
  throw new AppError('conflict', CHANGED_MEANWHILE);
}

function assertSize({ code }: Pick<NewScript, 'code'>): void {
  if (Buffer.byteLength(code) > SCRIPT_MAX_BYTES) throw new AppError('too_large', TOO_LONG);
}

function scripts(admin: Client | null) {
  if (!admin) throw new AppError('unavailable', NEEDS_SECRET_KEY);
  return admin.from('puppeteer_scripts');
}

function described(row: Omit<PuppeteerScriptsRow, 'code' | 'changed_by'>): SavedScript {
  return { id: row.id, name: row.name, createdAt: row.created_at, updatedAt: row.updated_at };
}

function withCode(row: PuppeteerScriptsRow): SavedScriptWithCode {
  return { ...described(row), code: row.code };
}

const unavailable = (error: { message: string }) => couldNot('load the scripts', error);

const NEEDS_SECRET_KEY =
  'Saved scripts are only available with the secret key of your Supabase project: sign in with `local-agent link`, or start the agent with --supabase-secret-key.';
const TOO_LONG = 'The script is too long: it may have at most 1 MB. Shorten it, then save it again.';
const NO_SCRIPT = 'There is no script with this id. `local-agent scripts list` shows all scripts.';
const CHANGED_MEANWHILE = 'The script has been changed elsewhere. Nothing was saved; load it again first.';
