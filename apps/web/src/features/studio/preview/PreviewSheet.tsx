import { NestedPageContext } from '../../../kit/NestedPageContext.ts';
import { t } from '../../../locale/text.ts';
import { PreviewFrame, type PreviewTheme, type PreviewWidth } from './PreviewFrame.tsx';
import { ReaderPage, type ReaderPageProps } from './ReaderPage.tsx';

interface PreviewSheetProps extends ReaderPageProps {
  width?: PreviewWidth;
  theme?: PreviewTheme | undefined;
}

/** An item as readers will see it, at the width of their screen. */
export function PreviewSheet({ width = '1440', theme, ...page }: PreviewSheetProps) {
  return (
    <PreviewFrame title={page.draft.fields.header || t('studio.untitled')} width={width} theme={theme}>
      <NestedPageContext value>
        <ReaderPage {...page} />
      </NestedPageContext>
    </PreviewFrame>
  );
}
