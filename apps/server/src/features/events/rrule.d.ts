/**
 * The build of rrule that Node and our bundler load alike. By the name of the package, they load different ones, with
 * different exports.
 */
declare module 'rrule/dist/es5/rrule.js' {
  const rrule: typeof import('rrule');
  export default rrule;
}
