import { noteHomeVisit } from '@portico/contracts/home';
import { afterFirstPaint } from '@portico/ui/afterFirstPaint';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../api/call.ts';
import { Dashboard } from './Dashboard.tsx';
import { homeQuery } from './home.queries.ts';

/** The dashboard. Source: spec §2. */
export function Page() {
  const { data: home } = useQuery(homeQuery());
  const newSince = home?.newSince;
  useEffect(() => {
    // If the visit can't be recorded, the next visit shows the same marks again.
    if (newSince !== undefined)
      void afterFirstPaint()
        .then(() => call(noteHomeVisit, {}))
        .catch(() => undefined);
  }, [newSince]);
  return <Dashboard home={home} />;
}
