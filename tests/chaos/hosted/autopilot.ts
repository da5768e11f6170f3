import { AUTOPILOT_JOB } from '../../../server/generation/autopilot/rule.ts';
import type { Client } from '../../../server/supabase/connection.ts';
import { startSourceServer } from '../../helpers/source-server.ts';

/** Two zones, of which the second is already on the next local date, whatever the time is in UTC. */
const zonesAt = (hour: number) => (hour >= 10 ? ['Etc/UTC', 'Pacific/Kiritimati'] : ['Pacific/Pago_Pago', 'Etc/UTC']);

/**
 * The job that writes a post a day, on two days of one run: the second begins when the workspace switches to another
 * time zone. Any agent may write the post, but only one does.
 */
export async function openAutopilot(admin: Client) {
  const sources = await startSourceServer();
  const [first = '', second = ''] = zonesAt(new Date().getUTCHours());
  const niche = { niche_name: 'Bread', source_url_1: `${sources.origin}/sourdough.html` };
  const more = { source_url_2: `${sources.origin}/strength.html`, platforms: ['mastodon' as const] };
  const { data: made } = await admin
    .from('content_projects')
    .insert({ ...niche, ...more })
    .select('id')
    .single()
    .throwOnError();
  const daily = { auto_generate_daily: true, posting_hours_start: 0, posting_hours_end: 1, timezone: first };
  await admin.from('app_settings').insert(daily).throwOnError();
  let zone = first;
  const runs = async () =>
    (await admin.from('job_runs').select('run_key, status, result').eq('job', AUTOPILOT_JOB).throwOnError()).data;
  const posts = async () =>
    (await admin.from('generated_content').select('id').eq('project_id', made.id).throwOnError()).data;
  return {
    async nextDay() {
      if (zone === second) return;
      zone = second;
      await admin.from('app_settings').update({ timezone: second }).eq('timezone', first).throwOnError();
    },
    /** Whether the posts of both days exist. Also ends the delays before retries. */
    async isOver(): Promise<boolean> {
      await this.nextDay();
      const now = new Date().toISOString();
      const failed = admin.from('job_runs').update({ retry_at: now }).eq('job', AUTOPILOT_JOB);
      await failed.eq('status', 'failed').gt('retry_at', now).throwOnError();
      const all = await runs();
      return all.length > 0 && all.every(({ status }) => status === 'success');
    },
    /** Unschedules its posts, which are for later days. */
    async unschedule(): Promise<void> {
      const ids = (await posts()).map(({ id }) => id);
      if (ids.length > 0) await admin.from('scheduled_posts').delete().in('content_id', ids).throwOnError();
    },
    days: async () => (await runs()).length,
    async faults(): Promise<string[]> {
      const [all, written] = [await runs(), await posts()];
      const said = all.map(({ run_key, status, result }) => `${run_key} ${status}: ${result}`);
      const isOnce = all.length > 0 && written.length === all.length;
      return isOnce ? [] : [`the autopilot wrote ${written.length} posts for ${all.length} days (${said.join('; ')})`];
    },
    close: sources.close,
  };
}
