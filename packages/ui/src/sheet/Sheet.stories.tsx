import { useState } from 'react';
import { Button } from '../button/Button.tsx';
import { Sheet, type SheetProps } from './Sheet.tsx';

export default { title: 'Sheet' };

function Sample(props: Pick<SheetProps, 'side' | 'tone' | 'onBack'>) {
  const [isOpen, setOpen] = useState(true);
  return (
    <>
      <Button onPress={() => setOpen(true)}>Open filters</Button>
      <Sheet isOpen={isOpen} onOpenChange={setOpen} title="Filters" {...props}>
        <Button onPress={() => setOpen(false)}>Show results</Button>
      </Sheet>
    </>
  );
}

export const Right = () => <Sample side="right" />;

export const Left = () => <Sample side="left" tone="sidebar" onBack={() => undefined} />;

export const Bottom = () => <Sample side="bottom" />;

export const Full = () => <Sample side="full" />;
