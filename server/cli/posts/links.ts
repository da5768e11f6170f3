import { type Command, InvalidArgumentError } from 'commander';
import type { z } from 'zod';
import { linkTagsApi } from '../../../shared/api/posts.ts';
import { isSite, type LinkTags, usualSource } from '../../../shared/posts/link-tags.ts';
import type { linkTagsChangeSchema } from '../../../shared/posts/link-tags-api.ts';
import { PLATFORM_IDS, type Platform, platformLabel } from '../../../shared/posts/platforms.ts';
import { type Api, call } from '../../agent-client/api.ts';
import { apiCommand } from '../agent/api-command.ts';
import { note, printTable, type Terminal } from '../terminal/terminal.ts';

type Change = z.infer<typeof linkTagsChangeSchema>;
type SetOptions = { medium?: string; campaign?: string; source?: Change['sources']; domains?: string[] };

const OFF = 'Links are sent as they were written. `local-agent links on` adds UTM parameters.';

/** `links show | on | off | set`: the UTM parameters that links get when a post is sent. */
export function addLinksCommand(program: Command, terminal: Terminal): void {
  const links = program.command('links').description('choose the UTM parameters that links in posts get');
  const tell = (tags: LinkTags) => tellTags(terminal, tags);
  const change = (body: Change) => (api: Api) => call(api, linkTagsApi.setLinkTags, { body });

  const show = links.command('show').description('show what links get');
  apiCommand(show, terminal, { ask: (api: Api) => call(api, linkTagsApi.getLinkTags), tell });
  apiCommand(links.command('on').description('add them when a post is sent'), terminal, {
    ask: change({ isOn: true }),
    tell,
  });
  apiCommand(links.command('off').description('send links as they were written'), terminal, {
    ask: change({ isOn: false }),
    tell,
  });

  const set = links
    .command('set')
    .description('choose what links get; options that are left out stay as they are')
    .option('--medium <text>', 'utm_medium, such as "social"; "" for none')
    .option(
      '--campaign <text>',
      'utm_campaign; {project} and {template} are the names of what made the post; "" for none',
    )
    .option('--source <platform=text>', 'utm_source on a platform, as platform=text; may be repeated', oneSource)
    .option(
      '--domains <sites>',
      'only links to these sites, such as "example.com,shop.example"; "all" for every link',
      sites,
    );
  apiCommand(set, terminal, {
    ask: async (api: Api, { medium, campaign, source, domains }: SetOptions) => {
      const sources = source && { ...(await call(api, linkTagsApi.getLinkTags)).sources, ...source };
      return call(api, linkTagsApi.setLinkTags, { body: { medium, campaign, sources, domains } });
    },
    tell,
  });
}

function oneSource(given: string, before: Change['sources'] = {}): Change['sources'] {
  const [, platform = '', source = ''] = /^([^=]+)=(.*)$/.exec(given) ?? [];
  if (!PLATFORM_IDS.includes(platform as Platform))
    throw new InvalidArgumentError(
      `Give a platform and a source, as platform=text. Platforms: ${PLATFORM_IDS.join(', ')}.`,
    );
  return { ...before, [platform]: source };
}

function sites(given: string): string[] {
  if (given === 'all') return [];
  const named = given.split(/[\s,]+/).filter(Boolean);
  const wrong = named.find((one) => !isSite(one));
  if (wrong !== undefined || named.length === 0)
    throw new InvalidArgumentError(`"${wrong ?? given}" is not a site. Give sites such as example.com, or "all".`);
  return named;
}

function tellTags(terminal: Terminal, { isOn, medium, campaign, sources, domains }: LinkTags): void {
  if (!isOn) note(terminal, OFF);
  printTable(
    terminal,
    ['PARAMETER', 'VALUE'],
    [
      ...PLATFORM_IDS.map((platform) => [
        `utm_source on ${platformLabel(platform)}`,
        sources[platform] || usualSource(platform),
      ]),
      ['utm_medium', medium || 'none'],
      ['utm_campaign', campaign || 'none'],
      ['links', domains.length > 0 ? domains.join(', ') : 'all'],
    ],
  );
}
