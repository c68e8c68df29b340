import {
  countApplicationGroup,
  getApplication,
  getPersonApplications,
  listApplicationPeople,
  listApplications,
  listPeopleGroups,
} from '@portico/contracts/admin/applications';
import type { ApplicationName } from '@portico/contracts/applications';
import type { CallInput } from '@portico/contracts/endpoint';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { query } from '../../../api/query.ts';

export type ApplicationPeopleQuery = CallInput<typeof listApplicationPeople>['query'];
export type GroupQuery = CallInput<typeof countApplicationGroup>['query'];

export const applicationsQuery = () => queryOptions({ ...query(listApplications, {}), staleTime: 0 });

export const applicationQuery = (application: ApplicationName) =>
  queryOptions({ ...query(getApplication, { params: { application } }), staleTime: 0 });

export const applicationPeopleQuery = (application: ApplicationName, filters: ApplicationPeopleQuery) =>
  queryOptions({
    ...query(listApplicationPeople, { params: { application }, query: filters }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export const groupReachQuery = (application: ApplicationName, group: GroupQuery) =>
  queryOptions({
    ...query(countApplicationGroup, { params: { application }, query: group }),
    staleTime: 0,
    throwOnError: false,
  });

export const peopleGroupsQuery = () => queryOptions({ ...query(listPeopleGroups, {}), staleTime: 0 });

export const personApplicationsQuery = (userId: string) =>
  queryOptions({ ...query(getPersonApplications, { params: { userId } }), staleTime: 0 });
