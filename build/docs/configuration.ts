import { defaultSettings } from '../../server/config/config.ts';
import { SETTING_WORDS, type SettingName, settingSources, settingsSchema } from '../../server/config/settings.ts';
import { generated, page, table } from './markdown.ts';

const INTRO = `Flags win over environment variables, those over the config file, and that over the defaults. A value that is
wrong stops the start with one line that names where it was set.

The config file is the one that \`LOCAL_AGENT_CONFIG\` names, or \`config.json\` in the
[data directory](../guide/settings.md#the-data-directory), or \`config.json\` in \`~/.config/local-agent\` (on Windows
\`%APPDATA%\\local-agent\`). It is JSON, and may have comments:`;

const EXAMPLE = `\`\`\`jsonc
{
  // Another program has 3001.
  "port": 8080,
  "scriptTimeout": 900
}
\`\`\``;

const OUTRO = `What is chosen on the [Settings screen](../guide/settings.md) is kept in the database instead, and the model that
\`local-agent config\` chooses in \`ai.json\`. The variables that say where browsers are stand in
[scripts](../guide/scripts.md#browsers).`;

/** A Linux machine with a screen. The guide lists the data directory's defaults on other systems. */
const MACHINE = { platform: 'linux', home: '~', isRoot: false } as const;

/** docs/reference/configuration.md: every setting of server/config/settings.ts. */
export function configurationPage(): string {
  const defaults = defaultSettings({ DISPLAY: ':0' }, MACHINE);
  const names = Object.keys(settingSources) as SettingName[];
  return page(
    generated('server/config/settings.ts'),
    '# Configuration',
    INTRO,
    EXAMPLE,
    table(
      ['`config.json`', 'what it sets', 'value', 'default', 'variable', 'flag'],
      names.map((name) => {
        const { variable, flag } = settingSources[name];
        return [
          `\`${name}\``,
          SETTING_WORDS[name],
          valuesOf(name),
          shown(defaults[name]),
          `\`${variable}\``,
          flag ? `\`${flag}\`` : '',
        ];
      }),
    ),
    OUTRO,
  );
}

/** Describes a setting's values, taken from the schema's error message for an empty value. */
function valuesOf(name: SettingName): string {
  const issue = settingsSchema.shape[name].safeParse('').error?.issues[0];
  const expected = /expected (.+)/.exec(issue?.message ?? '')?.[1] ?? 'text';
  if (expected.startsWith('string')) return 'text';
  const value = expected.startsWith('one of') ? expected.replaceAll('|', ', ').replaceAll('"', '') : expected;
  return issue?.path.length ? `a list, or text with commas: ${value}` : value;
}

function shown(value: unknown): string {
  if (value === null || (typeof value === 'object' && Object.keys(value).length === 0)) return '';
  return `\`${String(value)}\``;
}
