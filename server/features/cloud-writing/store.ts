import { z } from 'zod';
import { CLOUD_EXTENSIONS, cloudWritingSchema } from '../../../shared/workspace/cloud-writing.ts';
import { AppError } from '../../errors.ts';
import type { Client } from '../../supabase/connection.ts';
import { couldNot } from '../../supabase/could-not.ts';

const storedSchema = z.object({
  on: z.boolean(),
  missing: z.array(z.enum(CLOUD_EXTENSIONS)),
  call: z.object({ at: z.string(), status: z.number().nullable(), problem: z.string().nullable() }).nullable(),
  runs: z.array(cloudWritingSchema.shape.runs.element.omit({ startedAt: true }).extend({ started_at: z.string() })),
});

/** Postgres error codes: the caller is not an owner, and the address belongs to another project. */
const REFUSED = '42501';
const NOT_OURS = '22023';

/**
 * Calls the functions of supabase/migrations/*_cloud_writing.sql as the caller. AppError unavailable when Supabase
 * fails.
 */
export function cloudWritingStore(client: Client) {
  return {
    async read() {
      const { data, error } = await client.rpc('cloud_writing');
      if (error) throw couldNot('read whether the project writes', error);
      return storedSchema.parse(data);
    },
    async isAutopilotOn(): Promise<boolean> {
      const asked = client.from('app_settings').select('auto_generate_daily, automation_paused').maybeSingle();
      const { data, error } = await asked;
      if (error) throw couldNot('read the settings', error);
      return data?.auto_generate_daily === true && !data.automation_paused;
    },
    /** AppError forbidden if the caller is not an owner, conflict if `address` is not the project's own. */
    async set(isOn: boolean, address: string) {
      const { data, error } = await client.rpc('set_cloud_writing', { is_on: isOn, address });
      if (error?.code === REFUSED) throw new AppError('forbidden', error.message);
      if (error?.code === NOT_OURS) throw new AppError('conflict', error.message);
      if (error) throw couldNot('switch whether the project writes', error);
      return storedSchema.parse(data);
    },
  };
}
