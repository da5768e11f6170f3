import { CircleCheck, Copy } from 'lucide-react';
import { IconButton } from '@/components/icon-button.tsx';
import { usePublishingAccounts } from '@/domain/publishing/accounts.ts';
import { copyText } from '@/domain/publishing/composer.tsx';
import type { DeliveredPost } from '@/domain/publishing/deliveries.ts';
import { chosenOptionMessages as words } from '@/domain/publishing/messages.ts';
import { formatElapsed } from '@/lib/format.ts';
import { labelOf, postKindOf, sentOptions, valueText } from '../../../shared/platforms/option-values.ts';
import { optionsOf } from '../../../shared/posts/platform-options.ts';
import { platformOf } from '../../../shared/posts/platforms.ts';
import type { PostDeliveriesRow } from '../../../shared/workspace/database.ts';

type ChosenOptionsProps = {
  delivery: PostDeliveriesRow;
  content: DeliveredPost['generated_content'];
  where: string;
  /** The names of the options that the agent has set in the composer. */
  optionsSet: readonly string[];
};

type Chosen = { name: string; label: string; value: string; copied: string | null };

/** A post's options for one of its accounts, to be set or pasted in the composer. Renders nothing if there are none. */
export function ChosenOptions({ delivery, content, where, optionsSet }: ChosenOptionsProps) {
  const account = usePublishingAccounts()?.get(delivery.account_id ?? '');
  const chosen = chosenFor(delivery, content, account?.defaults ?? {});
  if (chosen.length === 0) return null;
  const isSet = ({ name }: Chosen) => optionsSet.includes(name);
  return (
    <section aria-label={words.titleFor(where)} className="flex flex-col gap-1.5 rounded-md bg-muted/50 px-3 py-2.5">
      <p className="text-[0.8125rem]">
        <span className="font-medium">{words.title}</span>{' '}
        {chosen.every(isSet) ? null : (
          <span className="text-muted-foreground">{optionsSet.length > 0 ? words.rest : words.byHand}</span>
        )}
      </p>
      <dl className="flex flex-col gap-1 text-[0.8125rem]">
        {chosen.map((one) => (
          <div key={one.name} className="flex min-h-7 items-start gap-2">
            <dt className="w-28 shrink-0 pt-1 text-muted-foreground sm:w-40">{one.label}</dt>
            <dd className="flex min-w-0 flex-1 items-start gap-2">
              <span dir="auto" className="line-clamp-3 min-w-0 pt-1 whitespace-pre-wrap [overflow-wrap:anywhere]">
                {one.value}
              </span>
              {isSet(one) ? (
                <span className="mt-1.5 shrink-0">
                  <CircleCheck className="size-4 text-success" aria-hidden="true" />
                  <span className="sr-only">{words.isSet}</span>
                </span>
              ) : null}
              {one.copied === null ? null : (
                <IconButton
                  icon={Copy}
                  label={words.copy(one.label, where)}
                  className="-my-0.5"
                  onClick={() => void copyText(one.copied ?? '', words.copied(one.label))}
                />
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The options as sent, if sending has begun, or else as the post and the account's defaults are now. */
function chosenFor(
  { platform, outgoing }: PostDeliveriesRow,
  { options: all, media }: ChosenOptionsProps['content'],
  defaults: Parameters<typeof sentOptions>[1]['defaults'],
): Chosen[] {
  const options = optionsOf(platform);
  const own = all[platform] ?? {};
  const values = outgoing ? (outgoing.options ?? {}) : sentOptions(options, { own, defaults, kind: postKindOf(media) });
  const chosen = options.fields.flatMap((field): Chosen[] => {
    const { name, label, kind } = field;
    const value = values[name];
    if (value === undefined) return [];
    const isTyped = kind === 'text' || kind === 'list';
    return [{ name, label, value: labelOf(field, value), copied: isTyped ? valueText(value) : null }];
  });
  const [video] = media;
  if (video?.kind !== 'video' || video.coverMs === undefined || !platformOf(platform).takesCover) return chosen;
  const value = words.coverAt(formatElapsed(video.coverMs));
  return [...chosen, { name: 'cover', label: words.cover, value, copied: null }];
}
