import { Skeleton, SkeletonGroup } from './Skeleton.tsx';

export default { title: 'Skeleton' };

export const Shapes = () => (
  <SkeletonGroup label="Loading news">
    <Skeleton shape="circle" width="3rem" height="3rem" />
    <Skeleton shape="box" ratio="16 / 9" />
    <Skeleton lines={3} />
  </SkeletonGroup>
);
