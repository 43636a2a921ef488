rootProject.name = "gazeshift"

// The modules are the ones the root POM lists.
val pom = javax.xml.parsers.DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file("pom.xml"))
val modules = pom.getElementsByTagName("module")
(0 until modules.length).forEach { include(modules.item(it).textContent.trim()) }
