//! Board pictures: a game's view becomes a scene, one painter draws every scene as a palette PNG
