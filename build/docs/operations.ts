import { OPERATION_GROUPS } from '../../server/openapi/groups.ts';
import { generated, page, sentence, table, wrap } from './markdown.ts';

const INTRO = `Every operation of the agent API, as a running agent describes them at \`/api/openapi.json\` with their
parameters, bodies and answers. [The agent API](api.md) has the address, the token and examples.`;

/** docs/reference/operations.md: the operations, by subject. */
export function operationsPage(): string {
  const sections = OPERATION_GROUPS.flatMap(({ tag, about, operations }) => {
    const rows = Object.values(operations).map(({ route, summary }) => [
      `\`${route.replace(/:(\w+)/g, '{$1}')}\``,
      summary,
    ]);
    return [`## ${tag}`, wrap(sentence(about)), table(['request', 'what it does'], rows)];
  });
  return page(generated('shared/api/'), '# Operations', INTRO, ...sections);
}
