// Types of the files that are imported as texts, and inlined by the build.
declare module '*.css' {
  const text: string;
  export default text;
}
declare module '*.client.js' {
  const text: string;
  export default text;
}
