import type { Role } from '@portico/contracts/endpoint';
import { useQuery } from '@tanstack/react-query';
import { currentUserQuery } from './frame.queries.ts';

/** Whether the user has the role. The sidebar has already loaded it; a server of the previous version sends none. */
export function useHasRole(role: Role): boolean {
  const { data } = useQuery({ ...currentUserQuery(), throwOnError: false });
  return data?.roles?.includes(role) === true;
}
