import { Skeleton } from '@portico/ui/Skeleton';

export const rowSkeletons = Array.from({ length: 6 }, (_, index) => <Skeleton key={index} shape="box" height="4rem" />);
