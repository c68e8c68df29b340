import { getHome } from '@portico/contracts/home';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

export const homeQuery = () =>
  queryOptions({ queryKey: ['home'], queryFn: ({ signal }) => call(getHome, {}, { signal }) });
