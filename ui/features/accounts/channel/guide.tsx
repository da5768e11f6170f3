import { ExternalLink } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { connectMessages } from '@/features/accounts/channel/messages.ts';
import type { ChannelGuide } from '../../../../shared/platforms/ways.ts';

/** A link to the platform in a new tab. */
export function PlatformLink({ href, children }: { href: string; children: string }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className="font-medium [overflow-wrap:anywhere] text-primary underline underline-offset-4"
    >
      {withBreaks(children)}
      <ExternalLink aria-hidden="true" className="ml-1 inline size-3.5" />
    </a>
  );
}

/** Allows line breaks after each slash of a URL. */
function withBreaks(text: string): ReactNode {
  let length = 0;
  return text.split(/(?<=\/)/).map((part) => {
    length += part.length;
    return (
      <Fragment key={length}>
        {part}
        <wbr />
      </Fragment>
    );
  });
}

/** The cost of posting to the platform and, collapsed, its limits. */
export function Terms({ cost, cannot }: Pick<ChannelGuide, 'cost' | 'cannot'>) {
  return (
    <section className="flex flex-col gap-1.5 rounded-lg border px-4 py-3 text-[0.8125rem] leading-snug text-muted-foreground">
      <p className="text-pretty">
        <span className="font-medium text-foreground">{connectMessages.cost}</span> {cost}
      </p>
      <details>
        <summary className="w-fit cursor-pointer rounded-sm font-medium text-foreground pointer-coarse:min-h-11 pointer-coarse:content-center">
          {connectMessages.cannot}
        </summary>
        <ul className="mt-1.5 flex list-disc flex-col gap-1 pl-5 text-pretty">
          {[...cannot, connectMessages.secret].map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </details>
    </section>
  );
}
