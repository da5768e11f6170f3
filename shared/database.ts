import type { Json, Schema } from './database-schema.ts';
import type { Platform } from './platforms.ts';
import type { PostReasons } from './post-reasons.ts';

/**
 * The rows of the database, and the values in them: the generated types of database-schema.ts with what only the checks of the database know laid
 * over them. Timestamps are ISO 8601 strings.
 */

export type { Json };

export type ContentType = 'text' | 'image' | 'carousel' | 'video';
export type ContentStatus = 'draft' | 'scheduled' | 'published' | 'failed';
export type PostStatus = 'scheduled' | 'publishing' | 'published' | 'failed' | 'needs_review' | 'cancelled';
export type DeliveryState =
  | 'pending'
  | 'preparing'
  | 'publishing'
  | 'published'
  | 'failed'
  | 'needs_review'
  | 'cancelled';
export type WarmupStatus = 'running' | 'success' | 'failed';

/**
 * One slide or video of a post. `path` is the object's name in the bucket media-assets, sizes are in pixels. A video's `poster` is the picture to show
 * before it plays: a frame of it, or a card of the post.
 */
export type MediaItem = {
  path: string;
  url: string;
  kind: 'image' | 'video';
  width?: number;
  height?: number;
  alt?: string;
  poster?: { path: string; url: string };
};

/** The same post fitted to the limits of one platform. */
export type Alternatives = { [platform in Platform]?: { caption: string; hashtags: string[] } };

/** The passage of a source that a post drew on. */
export type SourceNote = { url: string; title: string; passage: string };

export type MembersRow = {
  user_id: string;
  created_at: string;
};

export type ContentProjectsRow = {
  id: string;
  created_at: string;
  niche_name: string;
  source_url_1: string;
  source_url_2: string;
  posts_per_day: number;
  platforms: Platform[];
  video_path: string | null;
};

export type ContentStyleTemplatesRow = {
  id: string;
  created_at: string;
  name: string;
  description: string;
  prompt_template: string;
  day_of_week: number | null;
  is_active: boolean;
  last_used_at: string | null;
};

export type GeneratedContentRow = {
  id: string;
  created_at: string;
  project_id: string | null;
  template_id: string | null;
  template_name: string | null;
  content_type: ContentType;
  status: ContentStatus;
  platforms: Platform[];
  caption: string;
  hashtags: string[];
  media_url: string | null;
  media: MediaItem[];
  alternatives: Alternatives;
  sources: SourceNote[];
  writer: string;
  saved_at: string | null;
  /** From when the days of an unsaved draft count (content-retention.ts); null: from created_at. */
  unsaved_since: string | null;
  updated_at: string;
  /** The run that made it; null for a post that no run made, or whose run is gone. */
  run_id: string | null;
  /** What a model needed to write it; null for the built-in writer. */
  input_tokens: number | null;
  output_tokens: number | null;
  /** US dollars; null where the model's price is not known, too. */
  cost_usd: number | null;
  /** Null for a post that no run made, or one from before there were reasons; readReasons checks what is there. */
  reasons: PostReasons | null;
};

export type ScheduledPostsRow = {
  id: string;
  created_at: string;
  updated_at: string;
  content_id: string;
  status: PostStatus;
  scheduled_time: string;
};

export type SocialAccountsRow = {
  id: string;
  created_at: string;
  platform: Platform;
  account_label: string;
  is_logged_in: boolean;
  warmup_status: WarmupStatus | null;
  last_warmup_at: string | null;
  auto_warmup: boolean;
  warmup_held_reason: string | null;
  /** When the hold began, or a warm-up last failed during it. */
  warmup_held_at: string | null;
  /** Long in use: no ramp-up. */
  is_established: boolean;
  /** The first log-in, from which the days of the ramp-up count. */
  ramp_up_since: string | null;
};

export type PostDeliveriesRow = {
  id: string;
  created_at: string;
  updated_at: string;
  scheduled_post_id: string;
  platform: Platform;
  account_id: string | null;
  /** Of an account that was removed since: its id, its label, and the state from which its removal cancelled the delivery. */
  removed_account_id: string | null;
  account_label: string | null;
  state_before_removal: 'pending' | 'preparing' | null;
  state: DeliveryState;
  attempt: number;
  lease_owner: string | null;
  lease_until: string | null;
  idempotency_key: string;
  remote_id: string | null;
  remote_url: string | null;
  error_class: string | null;
  error_text: string | null;
  retry_after: string | null;
};

export type AppSettingsRow = {
  id: string;
  timezone: string;
  posting_hours_start: number;
  posting_hours_end: number;
  warmup_enabled: boolean;
  auto_delete_enabled: boolean;
  rotation_enabled: boolean;
  auto_generate_daily: boolean;
  warmup_minutes_min: number;
  warmup_minutes_max: number;
  warmup_posts_min: number;
  warmup_posts_max: number;
  warmup_likes_max: number;
  warmup_hour_start: number;
  warmup_hour_end: number;
  /** Visits of new accounts grow to these limits (shared/warmup-ramp-up.ts). */
  warmup_ramp_up: boolean;
  /** Is the desktop told what needs the person? */
  desktop_notifications: boolean;
  /** Holds everything that happens by itself, whatever the switches say. */
  automation_paused: boolean;
  /** The accent of drawn cards, `#rrggbb` in small letters; null for colours by niche. */
  brand_color: string | null;
  /** Stands on drawn cards, such as "@bread.daily". */
  brand_handle: string | null;
};

export type PuppeteerScriptsRow = {
  id: string;
  created_at: string;
  updated_at: string;
  name: string;
  code: string;
};

export type WarmupRunsRow = {
  id: string;
  account_id: string;
  owner: string;
  started_at: string;
  lease_until: string;
  finished_at: string | null;
  status: string;
  reason: string | null;
  counts: Json;
  journal: Json;
  screenshot_path: string | null;
};

export type ScriptRunsRow = {
  id: string;
  script_id: string | null;
  name: string;
  account_id: string | null;
  owner: string;
  started_at: string;
  finished_at: string | null;
  status: string;
  error: string | null;
  logs: Json;
  artifacts: Json;
};

export type JobRunsRow = {
  job: string;
  run_key: string;
  owner: string;
  started_at: string;
  lease_until: string;
  finished_at: string | null;
  status: 'running' | 'success' | 'failed';
  /** One sentence for people: what it did, or why it failed. */
  result: string | null;
  attempt: number;
  retry_at: string | null;
};

/** Deleted content, which can be brought back for a day; `id` is its own. */
export type ContentBinRow = {
  id: string;
  deleted_at: string;
  content: GeneratedContentRow;
  posts: ScheduledPostsRow[];
  deliveries: PostDeliveriesRow[];
  remove_files: boolean;
  purging: boolean;
};

export type GenerationRunsRow = {
  id: string;
  project_id: string;
  local_day: string;
  started_at: string;
  lease_until: string;
  finished_at: string | null;
  status: 'running' | 'done' | 'failed' | 'abandoned';
  created: number;
  error: string | null;
  files: string[];
};

/** A call to a model, whether or not a post came of it. `model` is 'provider:model', `cost_usd` null where its price is not known. */
export type ModelCallsRow = {
  id: string;
  created_at: string;
  model: string;
  input_tokens: number;
  output_tokens: number;
  cost_usd: number | null;
};

/** An object of the bucket media-assets, but for the posters of videos; `path` is its name in the bucket. */
export type MediaFilesRow = {
  id: string;
  path: string;
  created_at: string;
  mime_type: string | null;
  size_bytes: number | null;
  /** Whether there is a row of media_usage for it. */
  used: boolean;
  /** Of a video, the object of the bucket that shows a frame of it; such objects have no row of their own. */
  poster: string | null;
};

/**
 * A use of the file `path`: in a post or one that was deleted within the last day (`title` begins its caption), as the video of a project, or by a
 * generation that runs (`title` is the niche).
 */
export type MediaUsageRow = { path: string; id: string; title: string; created_at: string } & (
  | { kind: 'post'; status: ContentStatus }
  | { kind: 'project' | 'bin'; status: null }
  | { kind: 'run'; status: 'running' }
);

/** How many rows of a table have this status and these platforms. */
export type CountsRow<Status> = { status: Status; platforms: Platform[]; count: number };

type Relations = Schema['Tables'] & Schema['Views'];
type Routines = Schema['Functions'];
type Flat<T> = { [K in keyof T]: T[K] };

/** Fails to compile for a column that is not there, and for a type that is not narrower than its own. */
type NarrowColumns<
  Over extends {
    [R in keyof Over]: R extends keyof Relations
      ? { [C in keyof Over[R]]: C extends keyof Relations[R]['Row'] ? Relations[R]['Row'][C] : never }
      : never;
  },
> = Over;

/** What columns hold. */
type Columns = NarrowColumns<{
  content_projects: { platforms: Platform[] };
  generated_content: {
    content_type: ContentType;
    status: ContentStatus;
    platforms: Platform[];
    media: MediaItem[];
    alternatives: Alternatives;
    sources: SourceNote[];
    /** readReasons checks what is there. */
    reasons: PostReasons | null;
  };
  scheduled_posts: { status: PostStatus };
  social_accounts: { platform: Platform; warmup_status: WarmupStatus | null };
  post_deliveries: {
    platform: Platform;
    state: DeliveryState;
    state_before_removal: 'pending' | 'preparing' | null;
  };
  job_runs: { status: 'running' | 'success' | 'failed' };
  generation_runs: { status: 'running' | 'done' | 'failed' | 'abandoned' };
  content_bin: { content: GeneratedContentRow; posts: ScheduledPostsRow[] };
  media_files: { id: string; path: string; created_at: string; used: boolean };
  media_usage: { path: string; id: string; title: string; created_at: string } & (
    | { kind: 'post'; status: ContentStatus }
    | { kind: 'project' | 'bin'; status: null }
    | { kind: 'run'; status: 'running' }
  );
  content_counts: CountsRow<ContentStatus>;
  post_counts: CountsRow<PostStatus>;
}>;

/** Distributes over a union, so that a row may be one. */
type LaidOver<Row, Over> = Over extends unknown ? { [C in keyof Row]: C extends keyof Over ? Over[C] : Row[C] } : never;

type Row<R extends keyof Relations> = R extends keyof Columns
  ? LaidOver<Relations[R]['Row'], Columns[R]>
  : Relations[R]['Row'];

/** Fails to compile for an argument that is not there, and for a type that is neither narrower than its own nor that or null. */
type NarrowCalls<
  Over extends {
    [F in keyof Over]: F extends keyof Routines
      ? {
          Args?: 'Args' extends keyof Over[F]
            ? {
                [A in keyof Over[F]['Args']]: A extends keyof Routines[F]['Args']
                  ? Routines[F]['Args'][A] | null
                  : never;
              }
            : never;
          Returns?: Routines[F]['Returns'];
        }
      : never;
  },
> = Over;

/** What functions take and return. An argument that Postgres has a default for is named here where callers must give it. */
type Calls = NarrowCalls<{
  finish_job: { Args: { status: 'success' | 'failed'; result: string } };
  reap_runs: { Args: { agent?: string | null; opened_at?: string | null } };
  bin_expired_content: { Args: { most: number } };
  begin_purge: { Args: { most: number } };
  finish_warmup: {
    Args: { reason: string | null; counts: Json; journal: Json; screenshot_path: string | null; hold: boolean };
  };
  claim_due_deliveries: { Returns: PostDeliveriesRow[] };
  claim_lost_deliveries: { Returns: PostDeliveriesRow[] };
  finish_delivery: { Args: { state: DeliveryState } };
  generation_leftovers: { Returns: GenerationRunsRow[] };
  commit_generation: {
    Args: { template: string | null };
    Returns: 'committed' | 'claim_gone' | 'slot_refused';
  };
  cancel_post: { Returns: 'done' | 'gone' | PostStatus };
  restore_post: { Returns: 'done' | 'gone' | PostStatus };
  schedule_content: { Returns: 'done' | 'gone' | ContentStatus };
  unschedule_content: { Returns: 'done' | 'gone' | PostStatus };
  delete_content: { Returns: 'done' | 'gone' | 'publishing' };
}>;

type Over<F, Side> = F extends keyof Calls ? (Side extends keyof Calls[F] ? Calls[F][Side] : unknown) : unknown;

/** The database as supabase-js sees it. The argument `at`, the current time, is left out: only tests give it, by SQL. */
export type Database = {
  public: {
    Tables: {
      [T in keyof Schema['Tables']]: {
        Row: Row<T>;
        Insert: Flat<Partial<Row<T>> & Pick<Row<T>, Schema['Tables'][T]['Required'] & keyof Row<T>>>;
        Update: Partial<Row<T>>;
        Relationships: Schema['Tables'][T]['Relationships'];
      };
    };
    Views: { [V in keyof Schema['Views']]: { Row: Row<V>; Relationships: [] } };
    Functions: {
      [F in keyof Routines]: {
        Args: Flat<Omit<Routines[F]['Args'], 'at' | keyof Over<F, 'Args'>> & Over<F, 'Args'>>;
        Returns: unknown extends Over<F, 'Returns'> ? Routines[F]['Returns'] : Over<F, 'Returns'>;
      };
    };
    Enums: Record<never, never>;
    CompositeTypes: Record<never, never>;
  };
};

export type AppSettingsRow = Row<'app_settings'>;
export type ContentBinRow = Row<'content_bin'>;
export type ContentProjectsRow = Row<'content_projects'>;
export type ContentStyleTemplatesRow = Row<'content_style_templates'>;
export type GeneratedContentRow = Row<'generated_content'>;
export type GenerationRunsRow = Row<'generation_runs'>;
export type JobRunsRow = Row<'job_runs'>;
export type MediaFilesRow = Row<'media_files'>;
export type MediaUsageRow = Row<'media_usage'>;
export type PostDeliveriesRow = Row<'post_deliveries'>;
export type PuppeteerScriptsRow = Row<'puppeteer_scripts'>;
export type ScheduledPostsRow = Row<'scheduled_posts'>;
export type ScriptRunsRow = Row<'script_runs'>;
export type SocialAccountsRow = Row<'social_accounts'>;
export type WarmupRunsRow = Row<'warmup_runs'>;
