import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/tabs.tsx';
import { slidesOf } from '@/domain/media/slides.ts';
import { PlatformMark } from '@/domain/posts/platform-mark.tsx';
import { FeedFrame } from '@/domain/posts/preview/feed-frame.tsx';
import type { FrameProps } from '@/domain/posts/preview/frame-props.ts';
import { LinkCardPart } from '@/domain/posts/preview/link-card.tsx';
import { previewMessages, problemsOf } from '@/domain/posts/preview/messages.ts';
import { outgoingOf } from '@/domain/posts/preview/outgoing.ts';
import { type PreviewedContent, previewedAccountsQuery } from '@/domain/posts/preview/previewed-content.ts';
import { StoryFrame } from '@/domain/posts/preview/story-frame.tsx';
import { Notes, Verdict } from '@/domain/posts/preview/verdict.tsx';
import { VerticalFrame } from '@/domain/posts/preview/vertical-frame.tsx';
import { useSettings } from '@/domain/workspace/settings.ts';
import { useSupabase } from '@/lib/supabase.ts';
import { taggingOf } from '../../../../shared/posts/link-tags.ts';
import { PLATFORM_IDS, platformLabel, platformOf } from '../../../../shared/posts/platforms.ts';

/** A tab for each platform of a post: its preview, its length, and what is wrong with it. */
export function PlatformPreviews({ content, onEdit }: { content: PreviewedContent; onEdit: () => void }) {
  const accounts = useQuery(previewedAccountsQuery(useSupabase())).data;
  const linkTags = useSettings()?.link_tags;
  const slides = slidesOf(content);
  const platforms = content.platforms.length > 0 ? content.platforms : PLATFORM_IDS;
  const previews = platforms.map((platform) => {
    const own = accounts?.filter((account) => account.platform === platform) ?? [];
    const outgoing = outgoingOf(
      platform,
      content,
      content.media.length > 0 ? content.media : slides,
      content.as_document,
      { limits: own[0]?.limits, tagging: taggingOf(linkTags, platform, content), options: content.options[platform] },
    );
    const account = own[0]?.account_label ?? previewMessages.account;
    return { platform, outgoing, account, handle: own[0]?.handle ?? null, problems: problemsOf(outgoing) };
  });
  return (
    <Tabs defaultValue={platforms[0]} className="flex min-w-0 flex-col gap-5">
      {content.platforms.length === 0 ? (
        <p className="text-sm text-muted-foreground">{previewMessages.noPlatform}</p>
      ) : null}
      <TabsList aria-label={previewMessages.platforms}>
        {previews.map(({ platform, problems }) => (
          <TabsTrigger key={platform} value={platform} className="shrink-0 whitespace-nowrap">
            <PlatformMark platform={platform} />
            {platformLabel(platform)}
            {problems.length > 0 ? (
              <>
                <TriangleAlert className="size-3.5 text-destructive" aria-hidden="true" />
                <span className="sr-only">{previewMessages.warned}</span>
              </>
            ) : null}
          </TabsTrigger>
        ))}
      </TabsList>
      {previews.map(({ platform, outgoing, account, handle, problems }) => (
        <TabsContent
          key={platform}
          value={platform}
          className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-x-7 gap-y-5 sm:grid-cols-[minmax(0,1fr)_15rem] sm:grid-rows-[auto_1fr]"
        >
          <Verdict outgoing={outgoing} problems={problems} className="sm:col-start-2" />
          <div className="sm:col-start-1 sm:row-span-2 sm:row-start-1">
            <PlatformFrame
              outgoing={outgoing}
              slides={slides}
              media={content.media}
              account={account}
              handle={handle}
              card={<LinkCardPart platform={platform} text={outgoing.written} chosen={content.link_card} />}
            />
          </div>
          <Notes outgoing={outgoing} onEdit={onEdit} className="sm:col-start-2" />
        </TabsContent>
      ))}
    </Tabs>
  );
}

/** A post in a plain frame with its platform's proportions; not an imitation of its brand. */
export function PlatformFrame(props: FrameProps) {
  if (props.outgoing.story) return <StoryFrame {...props} />;
  return platformOf(props.outgoing.platform).look.layout === 'vertical' ? (
    <VerticalFrame {...props} />
  ) : (
    <FeedFrame {...props} />
  );
}
