import type { ReplyState } from '../answers/answers.ts';
import type { Platform } from '../posts/platforms.ts';
import type { ErrorClass, WaitsFor } from '../publishing/delivery.ts';
import type {
  CommentRepliesRow,
  ContentStatus,
  CountsRow,
  DeliveryState,
  GenerationRunsRow,
  ManyChanged,
  PostDeliveriesRow,
  PostStatus,
} from './database.ts';
import type { Json } from './database-schema.ts';
import type { NarrowCalls } from './narrowing.ts';

/** The arguments and results of database functions. An argument with a default is listed if callers must give it. */
export type Calls = NarrowCalls<{
  import_archived_posts: {
    Args: { of_account: string | null };
    Returns: { added: number; known: number; published: number };
  };
  finish_job: { Args: { status: 'success' | 'failed'; result: string } };
  reap_runs: { Args: { agent?: string | null; opened_at?: string | null } };
  bin_expired_content: { Args: { most: number } };
  begin_media_purge: { Args: { most: number } };
  begin_purge: { Args: { most: number } };
  finish_warmup: {
    Args: { reason: string | null; counts: Json; journal: Json; screenshot_path: string | null; hold: boolean };
  };
  claim_due_deliveries: { Returns: PostDeliveriesRow[] };
  claim_lost_deliveries: { Returns: PostDeliveriesRow[] };
  claim_early_deliveries: { Returns: PostDeliveriesRow[] };
  claim_held_delivery: { Returns: PostDeliveriesRow[] };
  release_delivery: { Args: { error_text: string | null; retry_after: string | null } };
  destinations: {
    Args: { platforms: Platform[]; accounts: string[] | null };
    Returns: { platform: Platform; account_id: string | null; agent_id: string | null }[];
  };
  open_due_posts: { Args: { late?: string | null } };
  finish_delivery: {
    Args: {
      state: DeliveryState;
      waits_for: WaitsFor | null;
      parts: Json | null;
      error_class: ErrorClass | null;
      error_text: string | null;
      retry_after: string | null;
    };
  };
  remove_agent: { Returns: 'removed' | 'running' | 'gone' };
  claim_webhook_deliveries: { Args: { chosen?: string | null } };
  finish_webhook_delivery: {
    Args: {
      outcome: 'delivered' | 'refused' | 'down' | 'gone' | 'no_secret';
      retry_seconds: number | null;
      answer_status: number | null;
      answer: string;
      took_ms: number;
    };
    Returns: 'done' | 'off' | 'lost';
  };
  thin_webhook_log: { Args: { most: number } };
  record_comments: { Args: { whole?: string | null; is_first?: boolean } };
  open_reply: { Returns: 'done' | 'again' | 'same' | 'gone' | 'cannot' };
  claim_replies: { Returns: CommentRepliesRow[] };
  finish_reply: {
    Args: {
      state: ReplyState;
      remote_id: string | null;
      url: string | null;
      error_class: ErrorClass | null;
      error_text: string | null;
      next_due: string | null;
    };
  };
  retry_reply: { Returns: 'done' | 'gone' | ReplyState };
  remove_reply: { Args: { is_deleted: boolean }; Returns: 'done' | 'gone' | ReplyState };
  thin_comments: { Args: { most: number } };
  retry_delivery: { Returns: 'done' | 'gone' | 'no_channel' | DeliveryState };
  cancel_delivery: { Returns: 'done' | 'gone' | DeliveryState };
  mark_delivery: { Args: { url: string | null }; Returns: 'done' | 'gone' | DeliveryState };
  unmark_delivery: { Returns: 'done' | 'gone' | 'not_marked' | 'too_late' };
  publish_post: { Returns: 'done' | 'gone' | PostStatus };
  generation_leftovers: { Returns: GenerationRunsRow[] };
  commit_generation: {
    Args: { template: string | null; accounts?: string[] | null };
    Returns: 'committed' | 'claim_gone' | 'slot_refused';
  };
  cancel_post: { Returns: 'done' | 'gone' | PostStatus };
  restore_post: { Returns: 'done' | 'gone' | PostStatus };
  schedule_content: { Returns: 'done' | 'gone' | ContentStatus };
  unschedule_content: { Returns: 'done' | 'gone' | PostStatus };
  delete_content: { Returns: 'done' | 'gone' | 'publishing' };
  save_content: {
    Args: { expected: string | null };
    Returns: { state: 'saved' | 'changed'; updated_at: string } | { state: 'publishing' | 'published' | 'gone' };
  };
  duplicate_content: { Returns: 'done' | 'gone' };
  import_posts: { Returns: { state: 'done' | 'late'; posts: number } };
  undo_import: { Returns: { state: 'done' | 'refused' | 'published' | 'gone'; posts: string[] } };
  delete_contents: { Returns: { state: 'done' | 'refused'; posts: string[] } };
  move_posts: { Returns: ManyChanged };
  cancel_posts: { Returns: ManyChanged };
  restore_posts: { Returns: ManyChanged };
  count_posts: { Returns: CountsRow[] };
  save_contents: { Returns: string[] };
  start_series: { Args: { next_on: string | null }; Returns: 'done' | 'gone' | 'series' };
  make_series_posts: { Args: { next_on: string | null } };
  change_series: { Returns: { state: 'done' | 'refused' | 'gone'; posts: string[] } };
  stop_series: { Returns: { state: 'done' | 'refused' | 'gone'; posts: string[] } };
  used_hashtags: { Returns: { hashtag: string; uses: number }[] };
  post_accounts: {
    Args: { platforms: Platform[]; accounts: string[] | null };
    Returns: { id: string; platform: Platform; posting_times: number[] | null }[];
  };
  post_successes: {
    Args: { account: string | null };
    Returns: {
      delivery_id: string;
      post_id: string;
      published_at: string;
      engagement: number | null;
      success: number | null;
    }[];
  };
  presence_by_agent: {
    Returns: { agent_id: string; name: string | null; accounts: string[]; days: Record<string, number> }[];
  };
  learned_posts: { Args: { accounts?: string[] | null } };
  voice_examples: { Args: { platforms: Platform[]; accounts: string[] | null } };
  taken_times: { Args: { accounts?: string[] | null }; Returns: string[] };
}>;
