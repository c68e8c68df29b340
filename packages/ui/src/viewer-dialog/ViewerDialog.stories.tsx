import { useState } from 'react';
import { Button } from '../button/Button.tsx';
import { LinkButton } from '../button/LinkButton.tsx';
import { FileIcon } from '../file-icon/FileIcon.tsx';
import { Lightbox, type LightboxPicture } from './Lightbox.tsx';
import { ViewerDialog } from './ViewerDialog.tsx';

export default { title: 'ViewerDialog' };

export function Document() {
  const [isOpen, setOpen] = useState(true);
  return (
    <>
      <Button onPress={() => setOpen(true)}>Open the handbook</Button>
      <ViewerDialog
        isOpen={isOpen}
        onOpenChange={setOpen}
        title="Handbook"
        icon={<FileIcon kind="pdf" label="PDF" size="small" />}
        description="PDF, 2.1 MB"
        tools={
          <LinkButton size="small" href="/media/documents/1">
            Download
          </LinkButton>
        }
      >
        <p>First page</p>
      </ViewerDialog>
    </>
  );
}

const pictures: LightboxPicture[] = ['A mountain lake', 'Three people at a table', 'A lobby'].map((alt, n) => ({
  sources: [320, 1200].map((width) => ({ url: `/media/00000000-0000-4000-8000-00000000000${n}/${width}.webp`, width })),
  alt,
  width: 1200,
  height: 800,
  caption: alt,
}));

export function Pictures() {
  const [index, setIndex] = useState<number | undefined>(0);
  return (
    <>
      <Button onPress={() => setIndex(0)}>Show pictures</Button>
      <Lightbox label="Pictures" pictures={pictures} index={index} onIndexChange={setIndex} />
    </>
  );
}
