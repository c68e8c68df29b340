import { useQuery } from '@tanstack/react-query';
import { PreviewBanner } from '../../kit/PreviewBanner.tsx';
import { Dashboard } from './Dashboard.tsx';
import { homePreviewQuery } from './home.queries.ts';

/** The dashboard with its draft, for editors. Source: spec §2. */
export function Page() {
  const { data: home } = useQuery(homePreviewQuery());
  return (
    <>
      {home && <PreviewBanner href="/" />}
      <Dashboard home={home} isPreview />
    </>
  );
}
