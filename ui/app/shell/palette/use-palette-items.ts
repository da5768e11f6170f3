import { useQuery } from '@tanstack/react-query';
import { FileText, History, type LucideIcon, PenLine, Plus, Settings, UserPlus, Users } from 'lucide-react';
import { NAVIGATION } from '@/app/shell/navigation-list.tsx';
import { paletteMessages as words } from '@/app/shell/palette/palette-messages.ts';
import { findPostedQuery } from '@/domain/memory/posted-query.ts';
import { findPostsQuery } from '@/domain/posts/find-posts.ts';
import { publishingAccountsQuery } from '@/domain/publishing/accounts.ts';
import { useTimeZone } from '@/domain/workspace/settings.ts';
import { pathOfSection, SETTINGS_SECTIONS } from '@/features/settings/sections.ts';
import { useAgent } from '@/lib/agent.ts';
import { paths } from '@/lib/paths.ts';
import { useSupabase } from '@/lib/supabase.ts';
import { dayInWords } from '../../../../shared/memory/near-duplicate.ts';
import { platformLabel } from '../../../../shared/posts/platforms.ts';

export type PaletteItem = {
  id: string;
  group: string;
  label: string;
  note?: string | undefined;
  icon: LucideIcon;
  path: string;
  /** A result of the previous search, kept until the new one is there. */
  isEarlier?: boolean;
};

/** The fewest letters with which posts are searched. */
const FEWEST_LETTERS = 2;

const { groups } = words;
const FIXED: PaletteItem[] = [
  { id: 'new', group: groups.actions, label: words.newPost, icon: Plus, path: '/compose' },
  { id: 'generate', group: groups.actions, label: words.generate, icon: PenLine, path: '/create' },
  { id: 'account', group: groups.actions, label: words.addAccount, icon: UserPlus, path: '/accounts' },
  ...NAVIGATION.map(({ label, path, icon }) => ({ id: path, group: groups.screens, label, icon, path })),
];

/** Offered only once something is typed. */
const SECTIONS: PaletteItem[] = SETTINGS_SECTIONS.map(({ name, label }) => {
  const path = pathOfSection(name);
  return { id: path, group: groups.settings, label, icon: Settings, path };
});

/**
 * The items that match the text: commands, screens, accounts, and posts with all of its words. `isPending`: posts are
 * loading.
 */
export function usePaletteItems(text: string): { items: PaletteItem[]; isPending: boolean } {
  const supabase = useSupabase();
  const typed = text.trim();
  const timeZone = useTimeZone();
  const accounts = useQuery(publishingAccountsQuery(supabase));
  const isSearching = typed.length >= FEWEST_LETTERS;
  const posts = useQuery({ ...findPostsQuery(supabase, typed), enabled: isSearching });
  const posted = useQuery({ ...findPostedQuery(useAgent(), typed), enabled: isSearching });

  const known: PaletteItem[] = (accounts.data ?? []).map(({ id, label, platform }) => ({
    id,
    group: groups.accounts,
    label,
    note: platformLabel(platform),
    icon: Users,
    path: '/accounts',
  }));
  const found: PaletteItem[] = (isSearching ? (posts.data ?? []) : []).map((post) => ({
    id: post.id,
    group: groups.posts,
    label: post.caption?.trim().replace(/\s+/g, ' ') || words.untitled,
    note: post.status,
    icon: FileText,
    // A published post can no longer be edited: the panel shows its destinations and results.
    path: post.status === 'published' ? paths.postPanel(post.id) : paths.post(post.id),
    isEarlier: posts.isPlaceholderData,
  }));
  const earlier = isSearching ? (posted.data ?? []) : [];
  const before = earlier.flatMap(({ id, postId, at, snippet, places }): PaletteItem[] => {
    const path = postId === null ? places[0]?.url : paths.postPanel(id);
    if (!path || found.some((post) => post.id === id)) return [];
    const note = at === null ? undefined : dayInWords(new Date(at), timeZone, new Date());
    const label = snippet.map(({ text }) => text).join('');
    const isEarlier = posted.isPlaceholderData;
    const item = { id: postId ?? id, group: groups.posted, label: label || words.untitled, note, icon: History, path };
    return [{ ...item, isEarlier }];
  });
  const fixed = typed === '' ? FIXED : [...FIXED, ...SECTIONS, ...known].filter((item) => matches(item, typed));
  return { items: [...fixed, ...found, ...before], isPending: posts.isFetching || posted.isFetching };
}

/** Whether each typed word starts a word of the item. */
function matches({ label, group, note = '' }: PaletteItem, typed: string): boolean {
  const has = ` ${label} ${group} ${note}`.toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => has.includes(` ${word}`));
}
