import type { VoiceChoice } from '../ai/voice.ts';
import type { AnswerAction, AnswerKind, AnswerNotification, AnswerState, ReplyState } from '../answers/answers.ts';
import type { LearningMode, TimeChoice } from '../learning/choice.ts';
import type { Card } from '../pictures/card.ts';
import type { OptionValues } from '../platforms/options.ts';
import type { BroughtBack } from '../posts/brought-back.ts';
import type { SourceReadingNote, VideoChoice } from '../posts/content-project.ts';
import type { LinkCard } from '../posts/link-card.ts';
import type { LinkTags } from '../posts/link-tags.ts';
import type { PostOptions } from '../posts/platform-options.ts';
import type { Platform } from '../posts/platforms.ts';
import type { PostProblem } from '../posts/post-problem.ts';
import type { PostReasons } from '../posts/post-reasons.ts';
import type { SeriesRule } from '../posts/series-api.ts';
import type { VideoCaptions } from '../posts/video-captions.ts';
import type { ChannelLimits } from '../publishing/channel.ts';
import type { DeliveryAttempt, DeliveryMark, ErrorClass, Outgoing, WaitsFor } from '../publishing/delivery.ts';
import type { Figures } from '../publishing/figures.ts';
import type { PictureFit } from '../publishing/picture-fit.ts';
import type { Calls } from './calls.ts';
import type { Json, Schema } from './database-schema.ts';
import type { Flat, LaidOver, NarrowColumns, Relations, Routines } from './narrowing.ts';

/**
 * The rows of the database with precise values: the generated types of database-schema.ts, narrowed to the values that
 * the database's checks allow. Timestamps are ISO 8601 strings.
 */

export type { Json };

export type ContentType = 'text' | 'image' | 'carousel' | 'video';
export type ContentStatus = 'draft' | 'scheduled' | 'published' | 'failed';
export type PostStatus = 'scheduled' | 'publishing' | 'published' | 'failed' | 'needs_review' | 'cancelled';
export type DeliveryState =
  | 'pending'
  | 'preparing'
  | 'publishing'
  | 'handed_over'
  | 'waiting'
  | 'published'
  | 'failed'
  | 'needs_review'
  | 'cancelled';
export type WarmupStatus = 'running' | 'success' | 'failed';

/**
 * One slide or video of a post. `path` is the object's name in the bucket media-assets; sizes are in pixels. A video's
 * `poster` is shown before it plays: a frame of the video, or a card of the post. `card` is the card that a picture was
 * drawn from; absent for other pictures.
 */
export type MediaItem = {
  path: string;
  url: string;
  kind: 'image' | 'video';
  width?: number;
  height?: number;
  alt?: string;
  poster?: { path: string; url: string };
  /**
   * The frame chosen as a video's cover, in milliseconds from its start; `poster` shows it. Sent to platforms that
   * accept a cover; without it, they choose a frame themselves.
   */
  coverMs?: number;
  /** The captions of a video, sent as a subtitle file to platforms that accept one. */
  captions?: VideoCaptions;
  /** Made by an image model, which some platforms require to be declared. */
  isAiMade?: boolean;
  /** How it is fitted to a platform's aspect ratio; absent if not chosen (shared/publishing/picture-fit.ts). */
  fit?: PictureFit;
  card?: Card;
};

/** A post's versions for platforms. */
export type Alternatives = { [platform in Platform]?: { caption: string; hashtags: string[] } };

/** A post's versions for accounts, by account id. */
export type AccountVersions = { [accountId: string]: { caption: string; hashtags: string[] } };

/** The passage of a source that a post drew on. */
export type SourceNote = { url: string; title: string; passage: string };

/** The initial content of the posts of a series. A series of an earlier version has no options. */
export type SeriesContent = { caption: string; platforms: Platform[]; media: MediaItem[]; options?: PostOptions };

/** The result of changing several posts: either all were changed, or none, with the reasons. */
export type ManyChanged = {
  state: 'done' | 'refused';
  posts: { id: string; why: 'gone' | 'moved' | 'past' | PostStatus }[];
};

/** The number of posts with this status, these platforms, this project and these labels. */
export type CountsRow = {
  status: ListedStatus;
  platforms: Platform[];
  project_id: string | null;
  labels: string[] | null;
  count: number;
};

/** The status of a post in the list of posts, which includes drafts. */
export type ListedStatus = Exclude<PostStatus, 'cancelled'> | 'draft';

type MediaFileColumns = {
  id: string;
  path: string;
  created_at: string;
  kind: 'picture' | 'video' | 'file';
  size_bytes: number;
  tags: string[];
  alt: string;
  used: boolean;
  captions: VideoCaptions | null;
};

/** A picture or video of an archived post. The file itself stays in the archive. */
export type ArchivedMedia = { kind: 'image' | 'video'; alt?: string };

type Columns = NarrowColumns<{
  archived_posts: { platform: Platform; media: ArchivedMedia[]; figures: Figures };
  archive_sources: {
    source: string;
    platform: Platform;
    account_id: string | null;
    posts: number;
    first_at: string | null;
    last_at: string | null;
    imported_at: string;
  };
  content_projects: { platforms: Platform[]; source_readings: SourceReadingNote[]; videos: VideoChoice };
  generated_content: {
    content_type: ContentType;
    status: ContentStatus;
    platforms: Platform[];
    media: MediaItem[];
    alternatives: Alternatives;
    account_versions: AccountVersions;
    link_card: LinkCard | null;
    options: PostOptions;
    sources: SourceNote[];
    /** Validated by readReasons. */
    reasons: PostReasons | null;
    /** Validated by readBroughtBack. */
    brought_back: BroughtBack | null;
  };
  post_series: {
    rule: SeriesRule;
    content: SeriesContent;
    text_options: (PostOptions | null)[];
  };
  scheduled_posts: { status: PostStatus; problems: PostProblem[]; time_choice: TimeChoice | null };
  app_settings: {
    late_posts: 'publish' | 'next_slot' | 'ask';
    link_tags: Partial<LinkTags>;
    learning: LearningMode;
    voice_examples: VoiceChoice;
    answers_notify: AnswerNotification;
  };
  channels: { platform: Platform; state: 'ready' | 'reconnect'; limits: ChannelLimits };
  post_destinations: {
    post_id: string;
    scheduled_time: string;
    content_id: string;
    platform: Platform;
    account_id: string | null;
    agent_id: string | null;
  };
  social_accounts: { platform: Platform; warmup_status: WarmupStatus | null; posting_defaults: OptionValues | null };
  post_deliveries: {
    platform: Platform;
    state: DeliveryState;
    waits_for: WaitsFor | null;
    state_before_removal: 'pending' | 'preparing' | 'waiting' | null;
    attempts: DeliveryAttempt[];
    marks: DeliveryMark[] | null;
    outgoing: Outgoing | null;
    parts: { remoteId: string; url: string }[];
    error_class: ErrorClass | null;
    figures: Figures | null;
  };
  job_runs: { status: 'running' | 'success' | 'failed' };
  media_details: { captions: VideoCaptions | null };
  listed_agents: { state: 'running' | 'silent' | 'stopped' };
  webhooks: { off_reason: 'gone' | 'failing' | 'no_secret' | null };
  webhook_deliveries: { state: 'pending' | 'sending' | 'delivered' | 'failed' };
  post_comments: CommentColumns;
  listed_comments: CommentColumns & {
    id: string;
    account_id: string;
    remote_id: string;
    is_own: boolean;
    author_id: string;
    author_name: string;
    author_handle: string;
    text: string;
    written_at: string;
    seen_at: string;
    liked: boolean;
    hidden: boolean;
    account_label: string;
    reply: ReplyState | null;
  };
  comment_replies: { state: ReplyState; error_class: ErrorClass | null };
  generation_runs: { status: 'running' | 'done' | 'failed' | 'abandoned' };
  content_bin: { content: GeneratedContentRow; posts: ScheduledPostsRow[]; deliveries: PostDeliveriesRow[] };
  project_bin: { project: ContentProjectsRow; posts: { id: string; run: string | null }[]; runs: GenerationRunsRow[] };
  media_objects: MediaFileColumns;
  media_files: MediaFileColumns;
  media_tags: { tag: string; files: number };
  media_usage: { path: string; id: string; title: string; created_at: string } & (
    | { kind: 'post'; status: ContentStatus }
    | { kind: 'project' | 'bin' | 'series'; status: null }
    | { kind: 'run'; status: 'running' }
  );
  listed_posts: {
    id: string;
    content_id: string;
    status: ListedStatus;
    at: string;
    platforms: Platform[];
    words: string;
  };
}>;

type CommentColumns = { platform: Platform; kind: AnswerKind; state: AnswerState; can: AnswerAction[] };

type Row<R extends keyof Relations> = R extends keyof Columns
  ? LaidOver<Relations[R]['Row'], Columns[R]>
  : Relations[R]['Row'];

type Over<F, Side> = F extends keyof Calls ? (Side extends keyof Calls[F] ? Calls[F][Side] : unknown) : unknown;

/** The database's types for supabase-js. Functions' `at`, the current time, defaults to the database's clock. */
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
        Args: Flat<Omit<Routines[F]['Args'], 'at' | keyof Over<F, 'Args'>> & Over<F, 'Args'> & { at?: string }>;
        Returns: unknown extends Over<F, 'Returns'> ? Routines[F]['Returns'] : Over<F, 'Returns'>;
      };
    };
    Enums: Record<never, never>;
    CompositeTypes: Record<never, never>;
  };
};

export type AppSettingsRow = Row<'app_settings'>;
export type ChannelsRow = Row<'channels'>;
export type ContentBinRow = Row<'content_bin'>;
export type ContentProjectsRow = Row<'content_projects'>;
export type ContentStyleTemplatesRow = Row<'content_style_templates'>;
export type GeneratedContentRow = Row<'generated_content'>;
export type GenerationRunsRow = Row<'generation_runs'>;
export type JobRunsRow = Row<'job_runs'>;
export type MediaFilesRow = Row<'media_files'>;
export type MediaTagsRow = Row<'media_tags'>;
export type MediaUsageRow = Row<'media_usage'>;
export type PostDeliveriesRow = Row<'post_deliveries'>;
export type PostSeriesRow = Row<'post_series'>;
export type PuppeteerScriptsRow = Row<'puppeteer_scripts'>;
export type ScheduledPostsRow = Row<'scheduled_posts'>;
export type ScriptRunsRow = Row<'script_runs'>;
export type ScriptSchedulesRow = Row<'script_schedules'>;
export type SocialAccountsRow = Row<'social_accounts'>;
export type WarmupRunsRow = Row<'warmup_runs'>;
export type WebhookDeliveriesRow = Row<'webhook_deliveries'>;
export type WebhooksRow = Row<'webhooks'>;
export type CommentRepliesRow = Row<'comment_replies'>;
export type ListedCommentsRow = Row<'listed_comments'>;
