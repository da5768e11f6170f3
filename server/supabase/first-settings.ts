import type { FastifyBaseLogger } from 'fastify';
import type { Client } from './connection.ts';

/**
 * Gives a workspace that has no settings yet its first row, with the defaults (§4) but in this time zone; UTC where the
 * database does not know it. A workspace that cannot be written now gets the row from the first screen that asks for
 * it.
 */
export async function createFirstSettings(admin: Client, timeZone: string, log: FastifyBaseLogger): Promise<void> {
  const { error } = await admin.rpc('create_first_settings', { zone: timeZone });
  if (error) log.warn({ err: error }, 'the first settings were not written');
}
