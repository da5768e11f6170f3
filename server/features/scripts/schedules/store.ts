import { type ScriptSchedule, scheduleColumns, scheduleOfColumns } from '../../../../shared/scripts/script-schedule.ts';
import type { ScriptSchedulesRow } from '../../../../shared/workspace/database.ts';
import { AppError } from '../../../errors.ts';
import type { Client } from '../../../supabase/connection.ts';
import { couldNot } from '../../../supabase/could-not.ts';
import { NO_SUCH_SCRIPT } from '../messages.ts';

/** A schedule as it is stored. `changedAt` is ISO 8601. */
export type StoredSchedule = {
  scriptId: string;
  name: string;
  isOn: boolean;
  schedule: ScriptSchedule;
  changedAt: string;
};

const COLUMNS = 'script_id, is_on, days, minute_of_day, every_minutes, changed_at, puppeteer_scripts!inner (name)';

/** The schedules, sorted by the names of their scripts. AppError unavailable if Supabase fails. */
export async function readSchedules(client: Client): Promise<StoredSchedule[]> {
  const { data, error } = await client.from('script_schedules').select(COLUMNS);
  if (error) throw couldNot('read the schedules of scripts', error);
  return data.map(storedOf).sort((one, other) => one.name.localeCompare(other.name));
}

/** Stores the schedule of a script, replacing an earlier one. AppError not_found or unavailable. */
export async function writeSchedule(
  client: Client,
  { scriptId, schedule, isOn }: Pick<StoredSchedule, 'scriptId' | 'schedule' | 'isOn'>,
): Promise<StoredSchedule> {
  const row = { script_id: scriptId, is_on: isOn, ...scheduleColumns(schedule) };
  const { data, error } = await client.from('script_schedules').upsert(row).select(COLUMNS).single();
  if (error?.code === FOREIGN_KEY_VIOLATION) throw new AppError('not_found', NO_SUCH_SCRIPT);
  if (error) throw couldNot('save the schedule of the script', error);
  return storedOf(data);
}

/** Removes the schedule of a script. Returns whether there was one. AppError unavailable if Supabase fails. */
export async function removeSchedule(client: Client, scriptId: string): Promise<boolean> {
  const { data, error } = await client.from('script_schedules').delete().eq('script_id', scriptId).select('script_id');
  if (error) throw couldNot('remove the schedule of the script', error);
  return data.length > 0;
}

const FOREIGN_KEY_VIOLATION = '23503';

function storedOf(row: ScriptSchedulesRow & { puppeteer_scripts: { name: string } }): StoredSchedule {
  return {
    scriptId: row.script_id,
    name: row.puppeteer_scripts.name,
    isOn: row.is_on,
    schedule: scheduleOfColumns(row),
    changedAt: row.changed_at,
  };
}
