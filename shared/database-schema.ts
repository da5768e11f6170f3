import type {
  AppSettingsRow,
  ContentBinRow,
  ContentProjectsRow,
  ContentStatus,
  ContentStyleTemplatesRow,
  CountsRow,
  GeneratedContentRow,
  GenerationRunsRow,
  JobRunsRow,
  Json,
  MediaFilesRow,
  MediaUsageRow,
  MembersRow,
  ModelCallsRow,
  PostDeliveriesRow,
  PostStatus,
  PuppeteerScriptsRow,
  ScheduledPostsRow,
  ScriptRunsRow,
  SocialAccountsRow,
  WarmupRunsRow,
} from './database.ts';

type Table<Row, Required extends keyof Row, Relationships extends unknown[] = []> = {
  Row: Row;
  Insert: Partial<Row> & Pick<Row, Required>;
  Update: Partial<Row>;
  Relationships: Relationships;
};

type ManyToOne<Name extends string, Column extends string, Target extends string> = {
  foreignKeyName: Name;
  columns: [Column];
  isOneToOne: false;
  referencedRelation: Target;
  referencedColumns: ['id'];
};

/** The database as supabase-js sees it: written by hand beside supabase/migrations, checked against them by tests/supabase. */
export type Database = {
  public: {
    Tables: {
      members: Table<MembersRow, 'user_id'>;
      content_projects: Table<ContentProjectsRow, 'niche_name' | 'source_url_1' | 'source_url_2' | 'platforms'>;
      content_style_templates: Table<ContentStyleTemplatesRow, 'name' | 'prompt_template'>;
      generated_content: Table<
        GeneratedContentRow,
        'content_type',
        [
          ManyToOne<'generated_content_project_id_fkey', 'project_id', 'content_projects'>,
          ManyToOne<'generated_content_template_id_fkey', 'template_id', 'content_style_templates'>,
          ManyToOne<'generated_content_run_id_fkey', 'run_id', 'generation_runs'>,
        ]
      >;
      scheduled_posts: Table<
        ScheduledPostsRow,
        'content_id' | 'scheduled_time',
        [ManyToOne<'scheduled_posts_content_id_fkey', 'content_id', 'generated_content'>]
      >;
      social_accounts: Table<SocialAccountsRow, 'platform' | 'account_label'>;
      post_deliveries: Table<
        PostDeliveriesRow,
        'scheduled_post_id' | 'platform',
        [
          ManyToOne<'post_deliveries_scheduled_post_id_fkey', 'scheduled_post_id', 'scheduled_posts'>,
          ManyToOne<'post_deliveries_account_id_fkey', 'account_id', 'social_accounts'>,
        ]
      >;
      app_settings: Table<AppSettingsRow, never>;
      puppeteer_scripts: Table<PuppeteerScriptsRow, 'name'>;
      warmup_runs: Table<
        WarmupRunsRow,
        'account_id' | 'owner' | 'lease_until',
        [ManyToOne<'warmup_runs_account_id_fkey', 'account_id', 'social_accounts'>]
      >;
      script_runs: Table<
        ScriptRunsRow,
        'owner',
        [
          ManyToOne<'script_runs_script_id_fkey', 'script_id', 'puppeteer_scripts'>,
          ManyToOne<'script_runs_account_id_fkey', 'account_id', 'social_accounts'>,
        ]
      >;
      job_runs: Table<JobRunsRow, 'job' | 'run_key' | 'owner' | 'lease_until'>;
      content_bin: Table<ContentBinRow, 'id' | 'content'>;
      model_calls: Table<ModelCallsRow, 'model' | 'input_tokens' | 'output_tokens'>;
      generation_runs: Table<
        GenerationRunsRow,
        'project_id' | 'local_day' | 'lease_until',
        [ManyToOne<'generation_runs_project_id_fkey', 'project_id', 'content_projects'>]
      >;
    };
    Views: {
      media_files: { Row: MediaFilesRow; Relationships: [] };
      media_usage: { Row: MediaUsageRow; Relationships: [] };
      content_counts: { Row: CountsRow<ContentStatus>; Relationships: [] };
      post_counts: { Row: CountsRow<PostStatus>; Relationships: [] };
    };
    Functions: {
      create_first_settings: { Args: { zone: string }; Returns: undefined };
      is_member: { Args: Record<never, never>; Returns: boolean };
      claim_job: { Args: { job: string; run_key: string; owner: string; lease_seconds: number }; Returns: Json };
      renew_job: { Args: { job: string; run_key: string; owner: string; lease_seconds: number }; Returns: boolean };
      finish_job: {
        Args: {
          job: string;
          run_key: string;
          owner: string;
          status: 'success' | 'failed';
          result: string;
          retry_seconds?: number;
        };
        Returns: boolean;
      };
      reap_runs: { Args: { agent?: string | null; opened_at?: string | null }; Returns: Json };
      bin_expired_content: { Args: { most: number }; Returns: number };
      begin_purge: { Args: { most: number }; Returns: { id: string; files: string[] }[] };
      restore_content: { Args: { content: string }; Returns: boolean };
      claim_warmup: { Args: { account: string; owner: string; lease_seconds: number }; Returns: Json };
      renew_warmup: { Args: { run: string; owner: string; lease_seconds: number }; Returns: boolean };
      finish_warmup: {
        Args: {
          run: string;
          owner: string;
          status: string;
          reason: string | null;
          counts: Json;
          journal: Json;
          screenshot_path: string | null;
          hold: boolean;
        };
        Returns: boolean;
      };
      choose_project: {
        Args: { day: string; day_start: string; day_end: string; planned?: Json };
        Returns: Json;
      };
      claim_generation: {
        Args: { day: string; day_start: string; day_end: string; lease_seconds: number };
        Returns: Json;
      };
      renew_generation: { Args: { run: string; lease_seconds: number }; Returns: boolean };
      fail_generation: { Args: { run: string; reason: string }; Returns: undefined };
      model_spending: {
        Args: { since: string };
        Returns: {
          calls: number;
          input_tokens: number;
          output_tokens: number;
          cost_usd: number;
          unpriced_calls: number;
        }[];
      };
      generation_leftovers: { Args: Record<never, never>; Returns: GenerationRunsRow[] };
      commit_generation: {
        Args: { run: string; template: string | null; template_name: string; posts: Json };
        Returns: 'committed' | 'claim_gone' | 'slot_refused';
      };
      cancel_post: { Args: { post: string }; Returns: 'done' | 'gone' | PostStatus };
      restore_post: { Args: { post: string; moment: string }; Returns: 'done' | 'gone' | PostStatus };
      schedule_content: { Args: { content: string; moment: string }; Returns: 'done' | 'gone' | ContentStatus };
      unschedule_content: { Args: { content: string; moment: string }; Returns: 'done' | 'gone' | PostStatus };
      delete_content: { Args: { content: string }; Returns: 'done' | 'gone' | 'publishing' };
    };
    Enums: Record<never, never>;
    CompositeTypes: Record<never, never>;
  };
};
