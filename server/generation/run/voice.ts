import type { VoiceExample } from '../../../shared/ai/voice.ts';
import type { Writer, WrittenPost } from '../post.ts';
import type { Project } from '../stores/run-store.ts';
import type { WorkspaceSettings, WorkspaceStore } from '../stores/workspace-store.ts';

/** Where posts go. */
type Goal = Pick<Project, 'platforms' | 'account_ids'>;

/** How many captions a model is shown, and characters of each. */
const EXAMPLES = 3;
const EXAMPLE_MAX_CHARS = 700;
/** Characters of an example that are kept with the post, to say which it was. */
const KEPT_CHARS = 120;

/** The captions that the writer may be shown: none without a model, or where the person has not agreed to its place. */
export async function voiceFor(
  { place }: Pick<Writer, 'place'>,
  { project, settings }: { project: Goal; settings: Pick<WorkspaceSettings, 'voice_examples'> },
  workspace: WorkspaceStore,
): Promise<VoiceExample[]> {
  const mayUse = settings.voice_examples === 'all' || (settings.voice_examples === 'local' && place === 'here');
  if (!place || !mayUse) return [];
  const examples = await workspace.voiceExamples(project, EXAMPLES);
  return examples.map(({ id, text }) => ({ id, text: text.slice(0, EXAMPLE_MAX_CHARS) }));
}

/** What is kept with a post: the examples that its writer was shown. The built-in writer, which may step in, is shown none. */
export function voiceOf(
  post: Pick<WrittenPost, 'writer'>,
  examples: readonly VoiceExample[],
): VoiceExample[] | undefined {
  if (examples.length === 0 || post.writer !== undefined) return undefined;
  return examples.map(({ id, text }) => ({ id, text: text.replace(/\s+/g, ' ').slice(0, KEPT_CHARS) }));
}
