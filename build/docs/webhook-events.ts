import { z } from 'zod';
import { EVENTS } from '../../shared/webhooks/events.ts';
import { generated, page, sentence, table, wrap } from './markdown.ts';

const INTRO = `The bodies of [webhooks](../guide/webhooks.md): JSON with \`type\`, \`timestamp\` (when it happened) and \`data\`.
Later versions may add fields and events: leave aside what you do not know.`;

type Described = {
  type?: string | string[];
  description?: string;
  format?: string;
  enum?: string[];
  anyOf?: Described[];
  items?: Described;
  properties?: { [name: string]: Described };
};

/** docs/reference/webhook-events.md: the body of each event. */
export function webhookEventsPage(): string {
  const sections = Object.entries(EVENTS).flatMap(([type, { label, when, data }]) => [
    `## ${type}`,
    wrap(sentence(`${label}: ${when}`)),
    table(['field of `data`', 'type', 'what it is'], rowsOf(z.toJSONSchema(data) as Described)),
  ]);
  return page(generated('shared/webhooks/events.ts'), '# Events of webhooks', INTRO, ...sections);
}

function rowsOf({ properties = {} }: Described, above = ''): string[][] {
  return Object.entries(properties).flatMap(([name, field]) => {
    const path = above + name;
    const one = notNull(field);
    const isList = one.type === 'array' && one.items?.properties !== undefined;
    const row = [`\`${path}\``, typeOf(field), field.description ?? ''];
    return [row, ...(isList ? rowsOf(one.items ?? {}, `${path}[].`) : rowsOf(one, `${path}.`))];
  });
}

function notNull(field: Described): Described {
  if (Array.isArray(field.type)) return { ...field, type: field.type.filter((type) => type !== 'null').join() };
  return field.anyOf?.find(({ type }) => type !== 'null') ?? field;
}

function typeOf(field: Described): string {
  const one = notNull(field);
  const isNullable = one !== field;
  const named = one.format === 'date-time' ? 'time' : (one.format ?? one.type);
  const type =
    one.type === 'array'
      ? `list of ${one.items?.type}s`
      : one.enum && one.enum.length < 6
        ? one.enum.join(', ')
        : named;
  return isNullable ? `${type}, or null` : String(type);
}
