/**
 * The build of rrule that Node and our bundler load alike: of the package by its name, one has no names, and the other no
 * default.
 */
declare module 'rrule/dist/es5/rrule.js' {
  const rrule: typeof import('rrule');
  export default rrule;
}
