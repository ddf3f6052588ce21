// Loads Node's own fetch before the client loads undici, whose dispatcher the fetch of the tests
// would use otherwise.
new Headers();
