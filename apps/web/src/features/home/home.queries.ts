import { getHome } from '@portico/contracts/home';
import { query } from '../../api/query.ts';

export const homeQuery = () => query(getHome, {});
