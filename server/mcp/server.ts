import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { INSTRUCTIONS } from './messages.ts';
import { addPrompts } from './prompts.ts';
import { addResources } from './resources.ts';
import type { Registry } from './tool.ts';
import { addAgentTools } from './tools/agents.ts';
import { addAnswerTools } from './tools/answers.ts';
import { addArchiveTools } from './tools/archives.ts';
import { addComposingTools } from './tools/composing.ts';
import { addGenerationTools } from './tools/generation.ts';
import { addInsightTools } from './tools/insights.ts';
import { addLearningTools } from './tools/learning.ts';
import { addLibraryTools } from './tools/library.ts';
import { addMemoryTools } from './tools/memory.ts';
import { addPlanningTools } from './tools/planning.ts';
import { addPostSettingTools } from './tools/post-settings.ts';
import { addPostTools } from './tools/posts.ts';
import { addProjectTools } from './tools/projects.ts';
import { addPublishingTools } from './tools/publishing.ts';
import { addScriptTools } from './tools/scripts.ts';
import { addVideoTools } from './tools/video.ts';
import { addWebhookTools } from './tools/webhooks.ts';

/**
 * Creates a Model Context Protocol server for the agent, not yet connected, with only the tools of the given scopes.
 * Tools and resources call the agent API, so that the API's checks apply.
 */
export function createMcpServer({ version, ...deps }: Omit<Registry, 'server'> & { version: string }): McpServer {
  const server = new McpServer(
    { name: 'local-agent', title: 'Local Agent', version },
    { instructions: INSTRUCTIONS, maxToolInputElements: INPUT_MAX_ELEMENTS },
  );
  const registry: Registry = { server, ...deps };
  addProjectTools(registry);
  addGenerationTools(registry);
  addPostTools(registry);
  addMemoryTools(registry);
  addComposingTools(registry);
  addPublishingTools(registry);
  addAnswerTools(registry);
  addInsightTools(registry);
  addPlanningTools(registry);
  addPostSettingTools(registry);
  addLibraryTools(registry);
  addScriptTools(registry);
  addVideoTools(registry);
  addWebhookTools(registry);
  addLearningTools(registry);
  addArchiveTools(registry);
  addAgentTools(registry);
  addResources(registry);
  addPrompts(server);
  return server;
}

/** More than any valid input has. */
const INPUT_MAX_ELEMENTS = 2000;
