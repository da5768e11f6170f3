/** Every table of the workspace, which nobody but its members may read or write. */
export const TABLES = [
  'members',
  'content_projects',
  'content_style_templates',
  'generated_content',
  'scheduled_posts',
  'social_accounts',
  'channels',
  'post_deliveries',
  'app_settings',
  'puppeteer_scripts',
  'warmup_runs',
  'script_runs',
  'job_runs',
  'model_calls',
  'content_bin',
  'project_bin',
] as const;
