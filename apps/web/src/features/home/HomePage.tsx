import { useQuery } from '@tanstack/react-query';
import { Dashboard } from './Dashboard.tsx';
import { homeQuery } from './home.queries.ts';

/** The dashboard. Source: spec §2. */
export function Page() {
  const { data: home } = useQuery(homeQuery());
  return <Dashboard home={home} />;
}
