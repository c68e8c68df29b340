import { useState } from 'react';
import { Button } from '../button/Button.tsx';
import { Dialog, type DialogProps } from './Dialog.tsx';

export default { title: 'Dialog' };

function Sample({ size, text }: { size: NonNullable<DialogProps['size']>; text: string }) {
  const [isOpen, setOpen] = useState(true);
  const close = () => setOpen(false);
  return (
    <>
      <Button onPress={() => setOpen(true)}>Cancel registration</Button>
      <Dialog
        isOpen={isOpen}
        onOpenChange={setOpen}
        title="Cancel registration?"
        size={size}
        actions={
          <>
            <Button variant="danger" onPress={close}>
              Cancel registration
            </Button>
            <Button onPress={close}>Keep registration</Button>
          </>
        }
      >
        <p>{text}</p>
      </Dialog>
    </>
  );
}

const question = 'Your spot goes to the next person on the waiting list.';

export const Small = () => <Sample size="small" text={question} />;

export const Medium = () => <Sample size="medium" text={question} />;

export const LongContent = () => <Sample size="large" text={question.repeat(80)} />;
