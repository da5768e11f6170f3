import { useId, useState } from 'react';
import { Button } from '@/components/button.tsx';
import { Checkbox } from '@/components/checkbox.tsx';
import { FormDialog } from '@/components/form-dialog.tsx';
import { InputField, TextareaField } from '@/components/text-fields.tsx';
import { previewMessages } from '@/domain/posts/preview/messages.ts';
import {
  CARD_DESCRIPTION_MAX_LENGTH,
  CARD_TITLE_MAX_LENGTH,
  type CardContent,
} from '../../../../shared/posts/link-card.ts';

const words = previewMessages.linkCard.dialog;

type LinkCardDialogProps = {
  card: CardContent;
  /** The address of the picture that the card can show; null if there is none. */
  picture: string | null;
  /** Restores the page's own card; null if the card is unchanged. */
  onReset: (() => void) | null;
  onSave: (card: CardContent) => void;
  onClose: () => void;
};

/** Edits the texts of a link's card, and whether it has a picture. */
export function LinkCardDialog({ card, picture, onReset, onSave, onClose }: LinkCardDialogProps) {
  const id = useId();
  const [title, setTitle] = useState(card.title);
  const [description, setDescription] = useState(card.description);
  const [hasPicture, setHasPicture] = useState(card.image !== null);
  const [isMissing, setMissing] = useState(false);

  function submit() {
    if (title.trim() === '') return setMissing(true);
    const image = hasPicture ? picture : null;
    onSave({ url: card.url, title: title.trim(), description: description.trim(), image });
    onClose();
  }

  return (
    <FormDialog
      title={words.title}
      description={words.text}
      cancel={words.cancel}
      confirm={words.save}
      className="max-w-md"
      extra={
        onReset ? (
          <Button
            variant="ghost"
            className="sm:mr-auto"
            onClick={() => {
              onReset();
              onClose();
            }}
          >
            {words.reset}
          </Button>
        ) : null
      }
      onSubmit={submit}
      onClose={onClose}
    >
      <InputField
        label={words.cardTitle}
        error={isMissing ? words.noTitle : null}
        dir="auto"
        maxLength={CARD_TITLE_MAX_LENGTH}
        value={title}
        onChange={(event) => {
          setTitle(event.target.value);
          setMissing(false);
        }}
      />
      <TextareaField
        label={words.description}
        dir="auto"
        rows={3}
        maxLength={CARD_DESCRIPTION_MAX_LENGTH}
        value={description}
        onChange={(event) => setDescription(event.target.value)}
      />
      {picture === null ? (
        <p className="text-[0.8125rem] text-muted-foreground">{words.noPicture}</p>
      ) : (
        <div className="flex items-center gap-2.5 text-sm">
          <Checkbox
            id={`${id}-picture`}
            checked={hasPicture}
            onCheckedChange={(next) => setHasPicture(next === true)}
          />
          <label htmlFor={`${id}-picture`}>{words.picture}</label>
        </div>
      )}
    </FormDialog>
  );
}
