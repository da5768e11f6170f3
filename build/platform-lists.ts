import type { PlatformDescriptor } from '../shared/platforms/descriptor.ts';

export const MIGRATIONS = 'supabase/migrations';

type Described = Pick<PlatformDescriptor, 'id' | 'limits'>;

/** The database functions that contain lists of platforms, with the test for a platform to be in the list. */
const LISTS: { [name: string]: (platform: Described) => boolean } = {
  is_platform_list: () => true,
  are_video_platforms: ({ limits }) => limits.pictures === 0,
};

/**
 * The next migration after `migrations` (texts by file name), which updates the database's lists of platforms; null if
 * they are up to date.
 */
export function platformMigration(
  migrations: { readonly [file: string]: string },
  platforms: readonly Described[],
): { file: string; text: string } | null {
  const files = Object.keys(migrations).sort();
  const whole = files.map((file) => migrations[file]).join('\n');
  const changed = Object.entries(LISTS).flatMap(([name, has]) => {
    const ids = platforms.filter(has).map(({ id }) => `'${id}'`);
    const head = `function private.${name}(ids text[]) returns boolean`;
    const [latest = ''] = whole.split(head).at(-1)?.split('$$;') ?? [];
    const known = latest.match(/'[a-z_]+'/g) ?? [];
    if (known.join() === ids.join()) return [];
    return `create or replace ${head}\n  language sql immutable\n  as $$ select ids <@ array[${ids.join(', ')}]::text[] $$;\n`;
  });
  if (changed.length === 0) return null;
  const next = BigInt(/^\d+/.exec(files.at(-1) ?? '')?.[0] ?? 0) + 1n;
  return { file: `${next}_platforms.sql`, text: `-- Written by \`npm run platforms\`.\n\n${changed.join('\n')}` };
}
