import { Eye, Pencil, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '@/components/button.tsx';
import { Card, CardAction, CardContent, CardDescription, CardHeader } from '@/components/card.tsx';
import { Label } from '@/components/label.tsx';
import { Switch } from '@/components/switch.tsx';
import { BuiltInNote } from '@/features/templates/built-in-note.tsx';
import { sampleMessages, templatesMessages, WEEKDAYS } from '@/features/templates/messages.ts';
import { PromptText } from '@/features/templates/prompt-text.tsx';
import { SampleDialog } from '@/features/templates/sample-dialog.tsx';
import { useDeleteTemplate, useToggleTemplate } from '@/features/templates/use-template-changes.ts';
import { cn } from '@/lib/class-names.ts';
import type { ContentStyleTemplatesRow } from '../../../shared/workspace/database.ts';

const words = templatesMessages.list;

/** Prompts longer than this, in characters, are collapsed to their first lines. */
const FOLD_CHARACTERS = 400;

type TemplateCardProps = {
  template: ContentStyleTemplatesRow;
  /** Whether a model is chosen, which follows any prompt; null while unknown. */
  hasModel: boolean | null;
  onEdit: () => void;
  onDeleted: () => void;
};

/** A template (§2): name with its weekday, description, "Active", the prompt, and its actions. */
export function TemplateCard({ template, hasModel, onEdit, onDeleted }: TemplateCardProps) {
  const id = useId();
  const day = template.day_of_week === null ? undefined : WEEKDAYS[template.day_of_week];
  const toggle = useToggleTemplate(template);
  const deletion = useDeleteTemplate(template, onDeleted);
  const [isSampled, setSampled] = useState(false);
  const { name, prompt_template: prompt } = template;
  return (
    <Card className="w-full" aria-labelledby={`${id}-name`}>
      <CardHeader>
        <h3
          id={`${id}-name`}
          dir="auto"
          className="text-base leading-snug font-semibold text-wrap [overflow-wrap:anywhere]"
        >
          {template.name}{' '}
          {day ? <span className="font-normal whitespace-nowrap text-muted-foreground">({day})</span> : null}
        </h3>
        {template.description ? (
          <CardDescription dir="auto" className="col-span-full [overflow-wrap:anywhere]">
            {template.description}
          </CardDescription>
        ) : null}
        <CardAction className="row-span-1 flex items-center gap-2.5">
          <Label id={`${id}-active`} htmlFor={`${id}-switch`} className="py-1 text-[0.8125rem] text-muted-foreground">
            {words.active}
          </Label>
          <Switch
            id={`${id}-switch`}
            aria-labelledby={`${id}-active ${id}-name`}
            checked={template.is_active}
            onCheckedChange={(active) => toggle.mutate(active)}
          />
        </CardAction>
      </CardHeader>
      <CardContent className="flex flex-1 flex-col gap-3 pb-3 sm:pb-3.5">
        <Prompt text={template.prompt_template} />
        {hasModel === false ? <BuiltInNote template={{ name, prompt }} /> : null}
        <div className="mt-auto -ml-2 flex flex-wrap gap-1">
          <Button
            variant="ghost"
            size="sm"
            className="px-2 pointer-coarse:h-11"
            aria-describedby={`${id}-name`}
            onClick={() => setSampled(true)}
          >
            <Eye aria-hidden="true" />
            {sampleMessages.see}
          </Button>
          <Button
            variant="ghost"
            size="sm"
            className="px-2 pointer-coarse:h-11"
            aria-describedby={`${id}-name`}
            onClick={onEdit}
          >
            <Pencil aria-hidden="true" />
            {words.edit}
          </Button>
          <Button
            variant="ghost"
            size="sm"
            className="px-2 text-muted-foreground hover:text-destructive pointer-coarse:h-11"
            aria-disabled={deletion.isPending}
            aria-describedby={`${id}-name`}
            onClick={() => deletion.isPending || deletion.mutate()}
          >
            <Trash2 aria-hidden="true" />
            {words.delete}
          </Button>
        </div>
      </CardContent>
      {isSampled ? <SampleDialog template={{ name, prompt }} onClose={() => setSampled(false)} /> : null}
    </Card>
  );
}

function Prompt({ text }: { text: string }) {
  const [open, setOpen] = useState(false);
  const isLong = text.length > FOLD_CHARACTERS;
  return (
    <div className="flex flex-col items-start gap-1">
      <PromptText
        text={text}
        className={cn('w-full border-s-2 ps-4 text-muted-foreground', isLong && !open && 'line-clamp-6')}
      />
      {isLong ? (
        <Button variant="link" size="sm" className="h-7 px-0" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? words.showLess : words.showAll}
        </Button>
      ) : null}
    </div>
  );
}
