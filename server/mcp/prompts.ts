import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { GetPromptResult } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';

/** Registers prompts for common tasks. The user's arguments are quoted, so that they are read as data. */
export function addPrompts(server: McpServer): void {
  server.registerPrompt(
    'plan_my_week',
    {
      title: 'Plan my week',
      description: 'Looks at the coming seven days, finds the gaps, and proposes posts for them.',
      argsSchema: { focus: typed.optional().describe('What the week is about, if anything.') },
    },
    ({ focus }) =>
      asks(`Plan my coming week of social media posts.${focus ? ` It is about: ${quoted(focus)}.` : ''}

1. Look: preview_week, list_posts with status "scheduled", list_posts with status "draft", list_projects and list_accounts.
2. Show me the week as a table: day, time in my time zone, platforms, and what goes out. Mark days without a post, posts with problems, and accounts that need me.
3. Propose what to write, move or cancel, with the full text of each new post.
4. Wait for my answer. Only then use compose_post, schedule_post, reschedule_post or generate_posts, and tell me what was done.`),
  );

  server.registerPrompt(
    'write_a_post',
    {
      title: 'Write a post',
      description: 'Writes a post about a subject as a draft, with versions to choose from.',
      argsSchema: {
        about: typed.describe('What the post is about.'),
        platforms: typed.optional().describe('Where it goes, such as "bluesky, linkedin".'),
      },
    },
    ({ about, platforms }) =>
      asks(`Write a social media post about ${quoted(about)}${platforms ? ` for ${quoted(platforms)}` : ''}.

1. Look at list_accounts, and at list_posts with order "latest" for my tone; repeat no earlier post.
2. Give me three versions that fit the platforms. Claim nothing that I have not told you or that you cannot know.
3. When I have chosen, look in list_media for a picture that suits it, then use compose_post without "at". Show me the draft with its problems, and ask when it is to go out.`),
  );

  server.registerPrompt(
    'what_needs_me',
    {
      title: 'What needs me',
      description: 'Finds failed posts, posts to be posted by hand, problems of coming posts, and logins that end.',
      argsSchema: {},
    },
    () =>
      asks(`Find out what needs my attention, and change nothing.

1. list_posts with status "failed", "needs_review", "publishing" and "scheduled"; show_post for those that failed, are in doubt, are overdue, or are due within two days.
2. list_accounts for logins that have ended or end soon, and accounts on hold.
3. Tell me first what is urgent: what it is, why in the platform's own words, and the one next step. If nothing needs me, say so in one sentence.`),
  );

  server.registerPrompt(
    'how_did_it_go',
    {
      title: 'How did it go',
      description: 'Sums up the figures of the latest published posts, and what to learn from them.',
      argsSchema: {},
    },
    () =>
      asks(`Tell me how my latest posts did.

1. post_figures with limit 50, and show_post for the best and the worst three.
2. Compare by platform, template, weekday and time of day, in my time zone. Say how many posts each comparison rests on, and draw no conclusion from fewer than five.
3. Propose at most three changes, each with the posts that speak for it. Change nothing yourself.`),
  );
}

const TYPED_MAX = 2000;
const typed = z.string().trim().min(1).max(TYPED_MAX);

function quoted(text: string): string {
  return JSON.stringify(text);
}

function asks(text: string): GetPromptResult {
  return { messages: [{ role: 'user', content: { type: 'text', text } }] };
}
