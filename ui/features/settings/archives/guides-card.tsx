import { ChevronRight, ExternalLink } from 'lucide-react';
import { Button } from '@/components/button.tsx';
import { Card, CardDescription, CardHeader, CardTitle } from '@/components/card.tsx';
import { PlatformMark } from '@/domain/posts/platform-mark.tsx';
import { archiveGuideMessages as words } from '@/features/settings/archives/archive-messages.ts';
import { ARCHIVE_GUIDES, ARCHIVE_PLATFORMS } from '../../../../shared/archives/guides.ts';
import { platformName } from '../../../../shared/posts/platforms.ts';

/** How to request an archive from each platform, and what is read from it. */
export function GuidesCard() {
  return (
    <Card aria-labelledby="archive-guides-title">
      <CardHeader>
        <CardTitle id="archive-guides-title">{words.title}</CardTitle>
        <CardDescription>{words.description}</CardDescription>
      </CardHeader>
      <ul>
        {ARCHIVE_PLATFORMS.map((platform) => {
          const { address, steps, reads } = ARCHIVE_GUIDES[platform];
          return (
            <li key={platform} className="border-t">
              <details className="group text-sm">
                <summary className="flex min-h-11 cursor-pointer list-none items-center gap-3 px-5 py-2.5 transition-colors duration-150 hover:bg-accent sm:px-6 [&::-webkit-details-marker]:hidden">
                  <PlatformMark platform={platform} className="text-muted-foreground" />
                  <span className="min-w-0 flex-1 font-medium">{platformName(platform)}</span>
                  <ChevronRight
                    className="size-4 shrink-0 text-muted-foreground transition-transform duration-150 group-open:rotate-90"
                    aria-hidden="true"
                  />
                </summary>
                <div className="flex flex-col items-start gap-3 px-5 pt-1 pb-5 pl-12 sm:px-6 sm:pl-13">
                  <ol className="list-decimal space-y-1.5 pl-4 marker:text-muted-foreground">
                    {steps.map((step) => (
                      <li key={step} className="max-w-prose pl-1 text-pretty">
                        {step}
                      </li>
                    ))}
                  </ol>
                  <p className="max-w-prose text-[0.8125rem] text-muted-foreground text-pretty">{words.reads(reads)}</p>
                  <Button asChild variant="outline" size="sm">
                    <a href={address} target="_blank" rel="noreferrer">
                      {words.ask(platformName(platform))}
                      <ExternalLink aria-hidden="true" />
                    </a>
                  </Button>
                </div>
              </details>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
