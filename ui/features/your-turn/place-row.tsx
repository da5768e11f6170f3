import { Link2 } from 'lucide-react';
import { useEffect } from 'react';
import { Button } from '@/components/button.tsx';
import { InputField } from '@/components/text-fields.tsx';
import { ChosenOptions } from '@/domain/publishing/chosen-options.tsx';
import { ComposerButton } from '@/domain/publishing/composer.tsx';
import { ComposerNotes } from '@/domain/publishing/composer-notes.tsx';
import type { DeliveredPost } from '@/domain/publishing/deliveries.ts';
import { AccountName } from '@/domain/publishing/delivery-lines.tsx';
import { useComposer } from '@/domain/publishing/use-composer.ts';
import { turnMessages as words } from '@/features/your-turn/messages.ts';
import type { PostDeliveriesRow } from '../../../shared/workspace/database.ts';

type PlaceRowProps = {
  delivery: PostDeliveriesRow;
  content: DeliveredPost['generated_content'];
  account: string | null;
  parts: readonly string[];
  onCopied: (count: number) => void;
  where: string;
  /** The entered link; undefined while there is no field. */
  link: string | undefined;
  isBadLink: boolean;
  onLink: (link: string) => void;
  /** Another one is to be prepared first. */
  isLater: boolean;
  /** It is prepared automatically. */
  startsItself: boolean;
  onStarted: () => void;
  /** Called when the page showed the address of the live post. `isMarked`: it was already marked as published. */
  onSeen: (url: string, isMarked: boolean) => void;
  /** Null if the button below does the same. */
  onPosted: (() => void) | null;
};

/** A platform or account that the post is to be published to: its composer, and the link to the live post. */
export function PlaceRow(props: PlaceRowProps) {
  const {
    delivery,
    content,
    account,
    parts,
    onCopied,
    where,
    link,
    isBadLink,
    onLink,
    isLater,
    startsItself,
    onStarted,
    onSeen,
    onPosted,
  } = props;
  const composer = useComposer(delivery, parts, onCopied);
  const { preparation } = composer;
  // Asks for the link if the post is probably live, but the page has not shown its address.
  const field = link ?? (preparation?.is === 'gone' ? '' : undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once each time that it is its turn.
  useEffect(() => {
    if (!startsItself) return;
    onStarted();
    void composer.open();
  }, [startsItself]);
  const [url, isMarked] = preparation?.is === 'posted' ? [preparation.url, preparation.isMarked] : [null, false];
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each address.
  useEffect(() => {
    if (url !== null) onSeen(url, isMarked);
  }, [url, isMarked]);
  return (
    <li className="flex flex-col gap-3 px-5 py-3 text-sm">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <AccountName platform={delivery.platform} account={account} />
        <div className="flex flex-wrap gap-2">
          <ComposerButton composer={composer} where={where} isLater={isLater} />
          <span className="flex gap-2">
            {onPosted ? (
              <Button
                variant={preparation?.is === 'posted' || preparation?.is === 'gone' ? 'default' : 'outline'}
                size="sm"
                aria-label={words.postedWhere(where)}
                onClick={onPosted}
              >
                {words.postedOne}
              </Button>
            ) : null}
            {field === undefined ? (
              <Button variant="ghost" size="sm" aria-label={words.addLinkWhere(where)} onClick={() => onLink('')}>
                <Link2 aria-hidden="true" />
                <span className="max-sm:hidden">{words.addLink}</span>
              </Button>
            ) : null}
          </span>
        </div>
      </div>
      <ComposerNotes composer={composer} />
      <ChosenOptions delivery={delivery} content={content} where={where} optionsSet={composer.optionsSet} />
      {field === undefined ? null : (
        <div id={`link-${delivery.id}`}>
          <InputField
            label={words.link(where)}
            error={isBadLink ? words.badLink : null}
            type="url"
            autoComplete="off"
            placeholder="https://"
            // Only if the user opened the field, which removed the pressed button; not if the agent filled it in.
            autoFocus={link === ''}
            value={field}
            onChange={(event) => onLink(event.target.value)}
          />
        </div>
      )}
    </li>
  );
}
