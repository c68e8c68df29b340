import { ADD_APPLICATION } from '@portico/contracts/applications';
import type { ApplicationAddresses } from '@portico/sidebar/applicationCards';
import { givesAccess } from '@portico/contracts/users';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { currentUserQuery } from '../api/frame.queries.ts';

/** The portal's configuration of the applications panel, from the launch addresses in its settings. */
export function useApplicationAddresses(): ApplicationAddresses {
  const { data: user } = useQuery(currentUserQuery());
  const addNewApplicationUrl = user?.applications.find(
    ({ application, accessLevel }) => application === ADD_APPLICATION && givesAccess(accessLevel),
  )?.launchUrl;
  return useMemo(() => ({ addNewApplicationUrl: addNewApplicationUrl ?? undefined }), [addNewApplicationUrl]);
}
