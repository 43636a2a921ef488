rootProject.name = "gazeshift"
