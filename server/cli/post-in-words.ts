import type { PostDetail } from '../../shared/agent-api.ts';
import { platformLabel } from '../../shared/platforms.ts';
import { type Reason, whyThisPost } from '../../shared/reason-words.ts';
import { localTime, localZone } from './local-time.ts';
import { oneLine } from './terminal.ts';

/** A post as lines of text: its place, its words as they will read, why it is as it is, and what it drew on. */
export function postInWords({ id, status, scheduled_time, generated_content: content }: PostDetail): string[] {
  const { caption, hashtags, sources, reasons } = content;
  const facts = [
    { label: 'Post', text: id },
    { label: 'Time', text: `${localTime(scheduled_time)} (${localZone()})` },
    { label: 'Status', text: status },
    { label: 'Type', text: content.content_type },
    { label: 'Platforms', text: content.platforms.map(platformLabel).join(', ') || '-' },
    { label: 'Template', text: content.template_name ?? '-' },
  ];
  return [
    ...aligned(facts),
    ...block(caption.split('\n').map(oneLine)),
    ...block(hashtags.length > 0 ? [oneLine(hashtags.join(' '))] : []),
    ...part('Why this post', reasons ? aligned(whyThisPost(reasons, content)) : []),
    ...part(
      'Based on',
      sources.flatMap(({ title, url, passage }) => [oneLine(`${title} ${url}`), `  ${oneLine(passage)}`]),
    ),
  ];
}

function aligned(reasons: readonly Reason[]): string[] {
  const width = Math.max(...reasons.map(({ label }) => label.length));
  return reasons.map(({ label, text }) => `${label.padEnd(width)}  ${oneLine(text)}`);
}

function part(heading: string, lines: readonly string[]): string[] {
  return block(lines.length > 0 ? [heading, ...lines.map((line) => `  ${line}`)] : []);
}

/** Lines with an empty one before them, where there are any. */
function block(lines: readonly string[]): string[] {
  return lines.length > 0 ? ['', ...lines] : [];
}
