import type { ReactNode } from 'react';
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '@/components/dialog.tsx';

type QuestionProps = {
  title: string;
  description: string;
  /** The buttons, the safe one first. */
  answers: ReactNode;
  /** Escape, or a press beside the question. */
  onClose: () => void;
  /** What the question is about. */
  children?: ReactNode;
};

/** A question over the page that has to be answered before anything changes. */
export function Question({ title, description, answers, onClose, children }: QuestionProps) {
  return (
    <Dialog open onOpenChange={(open) => open || onClose()}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>{title}</DialogTitle>
          <DialogDescription className="break-words">{description}</DialogDescription>
        </DialogHeader>
        {children}
        <DialogFooter>{answers}</DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
