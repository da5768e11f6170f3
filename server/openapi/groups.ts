import { accountApi, warmupApi } from '../../shared/api/accounts.ts';
import {
  agentApi,
  backupApi,
  backupUploadApi,
  descriptionApi,
  jobApi,
  logApi,
  mcpTokenApi,
  notificationApi,
  uiConfigApi,
} from '../../shared/api/agent.ts';
import { agentsApi } from '../../shared/api/agents.ts';
import { aiApi, localAiApi } from '../../shared/api/ai.ts';
import { answerApi } from '../../shared/api/answers.ts';
import { archiveApi, archiveUploadApi } from '../../shared/api/archives.ts';
import { channelApi } from '../../shared/api/channels.ts';
import { cloudWritingApi } from '../../shared/api/cloud-writing.ts';
import { guideApi } from '../../shared/api/guide.ts';
import { insightsApi } from '../../shared/api/insights.ts';
import { learningApi } from '../../shared/api/learning.ts';
import { mediaApi, mediaUploadApi } from '../../shared/api/media.ts';
import { evergreenApi, memoryApi } from '../../shared/api/memory.ts';
import { moveApi } from '../../shared/api/move.ts';
import type { Operations } from '../../shared/api/operation.ts';
import { setupApi, userApi } from '../../shared/api/people.ts';
import {
  hashtagGroupApi,
  importApi,
  linkTagsApi,
  postApi,
  postingTimesApi,
  seriesApi,
} from '../../shared/api/posts.ts';
import { presenceApi } from '../../shared/api/presence.ts';
import { generationApi, projectApi, templateApi } from '../../shared/api/projects.ts';
import { publishingApi } from '../../shared/api/publishing.ts';
import { scriptApi, scriptRunApi, scriptScheduleApi } from '../../shared/api/scripts.ts';
import { sharedLoginApi } from '../../shared/api/shared-logins.ts';
import { videoApi } from '../../shared/api/video.ts';
import { wakeApi } from '../../shared/api/wake.ts';
import { webhookApi } from '../../shared/api/webhooks.ts';
import { workspaceApi } from '../../shared/api/workspace.ts';

/** Operations on one subject, which the document lists together. */
type OperationGroup = { tag: string; about: string; operations: Operations };

/** All operations of the agent API, in the order of the document. */
export const OPERATION_GROUPS: readonly OperationGroup[] = [
  { tag: 'Agent', about: 'The agent itself.', operations: { ...agentApi, ...uiConfigApi, ...descriptionApi } },
  {
    tag: 'Projects',
    about: 'Content projects: a niche, its sources, and what to make from them.',
    operations: projectApi,
  },
  { tag: 'Templates', about: 'The styles in which posts are written.', operations: templateApi },
  { tag: 'Generation', about: 'Posts written from the sources of a project.', operations: generationApi },
  {
    tag: 'Posts',
    about: 'Generated posts and your own posts, with their texts, pictures and times.',
    operations: postApi,
  },
  {
    tag: 'Publishing',
    about: 'How a post is published: a delivery for each account that it goes to.',
    operations: publishingApi,
  },
  {
    tag: 'Insights',
    about: 'What published posts reached, which did best and why, and what they have in common.',
    operations: insightsApi,
  },
  { tag: 'Videos', about: 'Vertical videos that are made from posts on this machine.', operations: videoApi },
  {
    tag: 'Memory',
    about: 'Earlier posts, found by their text or by similarity, and brought back.',
    operations: { ...memoryApi, ...evergreenApi },
  },
  { tag: 'Series', about: 'Posts that repeat.', operations: seriesApi },
  { tag: 'Posting times', about: 'When posts are planned.', operations: postingTimesApi },
  { tag: 'Learning', about: 'What worked, and how that is used.', operations: learningApi },
  { tag: 'Link tags', about: 'The UTM parameters that links get when a post is sent.', operations: linkTagsApi },
  { tag: 'Hashtag groups', about: 'Hashtags that are saved under a name.', operations: hashtagGroupApi },
  { tag: 'Import', about: 'Posts from files of other tools.', operations: importApi },
  {
    tag: 'Media',
    about: 'Pictures and videos of the Media Library.',
    operations: { ...mediaUploadApi, ...mediaApi },
  },
  {
    tag: 'Accounts',
    about: 'Social media accounts, and their logins on the agent’s machine. No answer contains a cookie.',
    operations: accountApi,
  },
  {
    tag: 'Channels',
    about: 'Accounts that are connected for posting. No answer contains a login.',
    operations: { ...channelApi, ...guideApi },
  },
  {
    tag: 'Warm-up',
    about: 'Warm-ups of Instagram accounts in a browser on the agent’s machine.',
    operations: warmupApi,
  },
  { tag: 'Jobs', about: 'What the agent does automatically.', operations: jobApi },
  {
    tag: 'Backups',
    about: 'Copies of the workspace, checked when they are made.',
    operations: { ...backupApi, ...backupUploadApi },
  },
  { tag: 'Scripts', about: 'Saved Puppeteer scripts.', operations: scriptApi },
  {
    tag: 'Script runs',
    about:
      'Runs of scripts in a browser on the agent’s machine. Scripts are code: they may do there what the agent’s user may.',
    operations: scriptRunApi,
  },
  { tag: 'Script schedules', about: 'When saved scripts run automatically.', operations: scriptScheduleApi },
  {
    tag: 'AI writer',
    about: 'The model that writes the posts. Keys can be set, but never read.',
    operations: { ...aiApi, ...localAiApi },
  },
  {
    tag: 'Archives',
    about: 'What was posted before, from the archives that platforms provide.',
    operations: { ...archiveApi, ...archiveUploadApi },
  },
  {
    tag: 'Answers',
    about: 'Comments, replies and mentions on connected accounts, and the replies to them.',
    operations: answerApi,
  },
  {
    tag: 'Webhooks',
    about: 'Addresses that are notified of what happens here, with signed requests.',
    operations: webhookApi,
  },
  {
    tag: 'Agents',
    about: 'The agents that work on this workspace, each with what it can do.',
    operations: agentsApi,
  },
  {
    tag: 'Shared logins',
    about: 'Agents that are paired with each other, and the logins that several of them hold.',
    operations: sharedLoginApi,
  },
  { tag: 'Notifications', about: 'What needs the user.', operations: notificationApi },
  {
    tag: 'Off times',
    about: 'When agents usually run, which posts are due at other times, and whether the computer is woken for posts.',
    operations: { ...presenceApi, ...wakeApi },
  },
  {
    tag: 'Assistants',
    about: 'The tokens with which assistants use `/mcp`, each with its scopes.',
    operations: mcpTokenApi,
  },
  {
    tag: 'Workspace',
    about: 'Where the data is: on the agent’s machine, or in your own Supabase project.',
    operations: { ...workspaceApi, ...moveApi, ...cloudWritingApi },
  },
  {
    tag: 'Users',
    about:
      'The people who may sign in, for the owner and the agent token. 409 in hosted mode, where Supabase has them.',
    operations: userApi,
  },
  {
    tag: 'Set-up',
    about: 'The first account of a workspace. 409 once there is one, and in hosted mode.',
    operations: setupApi,
  },
  {
    tag: 'Log',
    about: 'The agent’s log, which `local-agent logs` prints.',
    operations: logApi,
  },
];
