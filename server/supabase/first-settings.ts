import type { FastifyBaseLogger } from 'fastify';
import type { Client } from './connection.ts';

/**
 * Creates the settings of a new workspace, with the defaults (§4) and this time zone, or UTC if the database does not
 * know the zone. If this fails, the first screen that reads the settings creates them.
 */
export async function createFirstSettings(admin: Client, timeZone: string, log: FastifyBaseLogger): Promise<void> {
  const { error } = await admin.rpc('create_first_settings', { zone: timeZone });
  if (error) log.warn({ err: error }, 'the first settings were not written');
}
