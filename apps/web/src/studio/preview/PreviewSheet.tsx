import type { ReaderPage as Shown } from '@portico/authoring/readerPage';
import { NestedPageContext } from '../../kit/NestedPageContext.ts';
import { PreviewFrame, type PreviewTheme, type PreviewWidth } from './PreviewFrame.tsx';
import { ReaderPage } from './ReaderPage.tsx';

interface PreviewSheetProps {
  title: string;
  shown: Shown;
  width?: PreviewWidth;
  theme?: PreviewTheme | undefined;
}

/** An item as readers will see it, at the width of their screen. */
export function PreviewSheet({ title, shown, width = '1440', theme }: PreviewSheetProps) {
  return (
    <PreviewFrame title={title} width={width} theme={theme}>
      <NestedPageContext value>
        <ReaderPage shown={shown} />
      </NestedPageContext>
    </PreviewFrame>
  );
}
